/** Providers over HTTP: signatures, network failures, callbacks, and disabled ports. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { post as postMoney } from "../../server/payments/ledger/post.ts";
import { createGuard } from "../../server/providers/http/guard.ts";
import { createHttpPort } from "../../server/providers/http/provider.ts";
import { readSecrets, signMessage, verifyMessage } from "../../server/providers/http/signature.ts";
import { NotSent, type ProviderRequest, type ProviderEvent } from "../../server/providers/provider-port.ts";
import { startTestServer, type TestServer } from "./server.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const JOBS = ["bank.pay", "bank.resume", "remit.pay", "remit.resume"];

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** A fake bank whose responses are set by the test. */
class FakeBank {
  answering: Answering = () => {};
  readonly seen: { method: string; path: string; body: string; headers: IncomingMessage["headers"] }[] = [];
  url = "";
  private server: Server | undefined;
  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          const body = Buffer.concat(chunks).toString();
          const { method = "", url = "", headers } = request;
          if (url === "/capabilities") return json(response, 200, { jobs: JOBS });
          this.seen.push({ method, path: url, body, headers });
          return this.answering(request, response, body);
        });
    });
    await new Promise<void>((done) => this.server?.listen(0, "127.0.0.1", done));
    const { port } = this.server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    return this;
  }
  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

const ask = (id: string): ProviderRequest => ({
  id,
  job: "bank.pay",
  order: { kind: "withdrawal", id: "WD1", version: 2 },
  merchant: { id: "100001", name: "x" },
  payload: { amount: "2000.00" },
  deadline: "2026-11-24T00:00:00Z",
});

describe("a signature", () => {
  const secrets = readSecrets(SECRET)!;
  const both = readSecrets(`${SECRET} ${OTHER}`)!;
  const now = Math.floor(Date.now() / 1_000);
  const body = Buffer.from('{"a":"é"}');

  it("follows Standard Webhooks in both directions", () => {
    const headers = signMessage(secrets, { id: "e1", timestamp: now, body });
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({ a: "é" });
    const signed = { "webhook-id": "e1", "webhook-timestamp": String(now) };
    const signature = new Webhook(OTHER).sign("e1", new Date(now * 1_000), body);
    verifyMessage(both, { ...signed, "webhook-signature": signature }, { body, now });
    expect(() => verifyMessage(secrets, { ...signed, "webhook-signature": signature }, { body, now })).toThrow(
      /no signature/,
    );
    // While secrets are being rotated, either side may use the old or the new one.
    verifyMessage(readSecrets(OTHER)!, signMessage(both, { id: "e1", timestamp: now, body }), { body, now });
  });

  it.each([
    ["no signature", {}],
    ["signed with another id", { "webhook-id": "e2" }],
    ["an old timestamp", { "webhook-timestamp": String(now - 301) }],
    ["a future timestamp", { "webhook-timestamp": String(now + 301) }],
    ["no timestamp", { "webhook-timestamp": "" }],
    ["a truncated signature", { "webhook-signature": "v1,AAAA" }],
  ])("is rejected: %s", (_what, changed) => {
    const headers =
      Object.keys(changed).length === 0
        ? {}
        : { ...signMessage(secrets, { id: "e1", timestamp: now, body }), ...changed };
    expect(() => verifyMessage(secrets, headers, { body, now })).toThrow(/sign/);
  });

  it("requires one or two secrets of 24 to 64 bytes", () => {
    for (const wrong of ["", "whsec_", "whsec_AAAA", SECRET.slice(6), `${SECRET} ${OTHER} ${SECRET}`, `${SECRET} x`])
      expect(readSecrets(wrong)).toBeUndefined();
  });
});

describe("a request over HTTP", () => {
  let bank: FakeBank;
  let port: ReturnType<typeof createHttpPort>;
  const patience = () => AbortSignal.timeout(5_000);
  const submit = () => port.submit(ask("a/1"), patience());
  beforeAll(async () => {
    bank = await new FakeBank().start();
    return () => bank.stop();
  });
  beforeEach(() => {
    bank.seen.length = 0;
    port = createHttpPort("payout", { URL: `${bank.url}/`, SECRET });
  });

  it("is signed over its body, and its response is validated", async () => {
    bank.answering = (_request, response) => json(response, 200, { askId: "a/1", state: "accepted", events: [] });
    expect(await submit()).toMatchObject({ state: "accepted" });
    const [{ body, headers, path, method }] = bank.seen as [(typeof bank.seen)[number]];
    expect([method, path]).toEqual(["POST", "/asks"]);
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(ask("a/1"));
    bank.answering = (_request, response) => json(response, 200, { askId: "a/1", state: "paid", events: [] });
    await expect(submit()).rejects.toThrow(/malformed: body\/state/);
    expect(await port.capabilities()).toEqual({ jobs: JOBS, pollMs: 900_000 });
  });

  it("reports an unknown request only when the body says so, and not for a proxy's 404", async () => {
    const query = () => port.query("a/1", patience());
    bank.answering = (_request, response) => json(response, 404, { askId: "a/1", state: "unknown" });
    expect(await query()).toBe("unknown");
    expect(bank.seen[0]?.path).toBe("/asks/a%2F1");
    for (const body of [{}, { error: "no route" }, { askId: "a/2", state: "unknown" }]) {
      bank.answering = (_request, response) => json(response, 404, body);
      await expect(query()).rejects.toThrow(/404/);
    }
  });

  const faults: [string, Answering, RegExp, number | undefined | "open"][] = [
    ["HTML", (_q, r) => r.writeHead(200, { "content-type": "text/html" }).end("<p>"), /no JSON/, "open"],
    [
      "an incomplete body",
      (_q, r) => r.writeHead(200, { "content-type": "application/json" }).end('{"a'),
      /no JSON/,
      "open",
    ],
    ["a redirect", (_q, r) => json(r, 307, {}, { location: `http://127.0.0.1:1/asks` }), /redirects/, "open"],
    ["a connection reset", (q) => q.socket.destroy(), /./, "open"],
    ["500", (_q, r) => json(r, 500, { error: "boom" }), /500: boom/, "open"],
    ["503 without Retry-After", (_q, r) => json(r, 503, {}), /503/, "open"],
    ["429 with Retry-After", (_q, r) => json(r, 429, {}, { "retry-after": "7" }), /429/, 7_000],
    ["503 with Retry-After", (_q, r) => json(r, 503, {}, { "retry-after": "0" }), /503/, 1_000],
    ["larger than 2 MiB", (_q, r) => json(r, 200, { askId: "x".repeat(2 ** 21) }), /size/i, "open"],
  ];
  it.each(faults)("is handled when the response is %s", async (_what, answering, message, retryMs) => {
    bank.answering = answering;
    const error: unknown = await submit().catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(message);
    expect(error instanceof NotSent ? error.retryAfterMs : "open").toBe(retryMs);
  });

  it("was not sent when the connection fails, but may have been sent when it hangs", async () => {
    const nobody = createHttpPort("payout", { URL: "http://127.0.0.1:1", SECRET });
    await expect(nobody.submit(ask("a/1"), patience())).rejects.toBeInstanceOf(NotSent);
    bank.answering = () => {};
    const hung: unknown = await port.submit(ask("a/1"), AbortSignal.timeout(100)).catch((error: unknown) => error);
    expect(hung).toBeInstanceOf(Error);
    expect(hung).not.toBeInstanceOf(NotSent);
  });

  it("is held back after five consecutive failures, and limited to eight at once", async () => {
    bank.answering = (_request, response) => json(response, 500, {});
    for (let n = 0; n < 5; n++) await expect(submit()).rejects.toThrow(/500/);
    const held: unknown = await submit().catch((error: unknown) => error);
    expect(held).toBeInstanceOf(NotSent);
    expect((held as NotSent).retryAfterMs).toBeGreaterThan(29_000);
    expect(bank.seen).toHaveLength(5);
    const guard = createGuard("bank");
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 5));
      now -= 1;
    };
    await Promise.all(Array.from({ length: 30 }, () => guard.run(work, patience())));
    expect(most).toBe(8);
  });

  it("opens the circuit breaker when half of twenty requests fail", async () => {
    const guard = createGuard("bank");
    const outcomes = Array.from({ length: 20 }, (_, n) => n % 2 === 0);
    for (const fails of outcomes)
      await guard.run(async () => (fails ? Promise.reject(new Error("500")) : 1), patience()).catch(() => 0);
    await expect(guard.run(async () => Promise.reject(new Error("500")), patience())).rejects.toThrow("500");
    await expect(guard.run(async () => 1, patience())).rejects.toBeInstanceOf(NotSent);
  });
});

describe("callbacks", () => {
  let bank: FakeBank;
  let server: TestServer;
  beforeAll(async () => {
    bank = await new FakeBank().start();
    bank.answering = (request, response, body) =>
      request.method === "POST"
        ? json(response, 200, { askId: JSON.parse(body).id, state: "accepted", events: [] })
        : json(response, 404, {});
    const payout = createHttpPort("payout", { URL: bank.url, SECRET: `${SECRET} ${OTHER}` });
    server = await startTestServer({ providers: { payout }, choices: { cards: { by: "off", settings: {} } } });
    const [user] = await server.db.query("SELECT m FROM portal_user WHERE username = 'solo@demo.portolan'");
    const lines = [{ from: "nostro", to: "avail", currency: "CNY", amount: 100_000_000n }] as const;
    const booking = { tenant: String(user?.["m"]), kind: "book", order: { kind: "recharge", id: "RC1" }, step: "book" };
    await server.db.tx((tx) => postMoney(tx, { ...booking, at: server.clock.now(), lines }));
    return async () => {
      await server.stop();
      bank.stop();
    };
  });
  afterAll(() => expect(bank.seen.every(({ headers }) => headers["webhook-signature"])).toBe(true));

  /** Makes a payment as the single user. Returns the order and its provider request. */
  async function pay(amount: string): Promise<{ id: string; askId: string }> {
    const solo = await server.as("solo");
    const { list } = (await solo.call("GET /mer/account/list")).map;
    const body = { accountId: list[0].id, amount };
    const proof = await solo.proof("POST /mer/gep/withdraw/apply", body);
    const { map } = await solo.call("POST /mer/gep/withdraw/apply", body, { proof });
    const id = String(map.record.orderNo);
    await server.worker.drain();
    const [row] = await server.db.query("SELECT id FROM provider_ask WHERE order_id = $1", [id]);
    return { id, askId: String(row?.["id"]) };
  }
  const statusOf = async (id: string) =>
    (await server.db.query("SELECT status FROM e_withdrawal WHERE id = $1", [id]))[0]?.["status"];
  const parked = async (id: string) =>
    (await server.db.query("SELECT state, reason FROM provider_event WHERE id = $1", [id]))[0];
  const event = (askId: string | undefined, id: string, name: string, input: object = {}): ProviderEvent & object => ({
    id,
    ...(askId !== undefined && { askId }),
    event: name,
    at: new Date().toISOString(),
    input: { ...input },
  });
  async function post(
    body: unknown,
    { secret = SECRET, at = Date.now(), port = "payout", tamper = (text: string) => text } = {},
  ) {
    const text = JSON.stringify(body);
    const headers = signMessage(readSecrets(secret)!, { id: "e", timestamp: Math.floor(at / 1_000), body: text });
    const response = await fetch(`${server.url}/hooks/${port}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(secret && headers) },
      body: tamper(text),
    });
    await server.worker.drain();
    return response;
  }

  it("move the order of their request once with either secret, and replays get the same response", async () => {
    const { id, askId } = await pay("2000.00");
    expect((await post(event(askId, "c1", "sent"))).status).toBe(204);
    expect(await statusOf(id)).toBe("waitingAsync");
    const paid = event(askId, "c2", "paid", { reference: "B1" });
    expect((await post(paid, { secret: OTHER })).status).toBe(204);
    expect(await statusOf(id)).toBe("done");
    expect((await post(paid)).status).toBe(204);
    const events = await server.db.query("SELECT seq FROM order_event WHERE order_id = $1 AND event = 'paid'", [id]);
    expect(events).toHaveLength(1);
  });

  it("follow requests that have the payee's address and the merchant of a payment abroad", async () => {
    const solo = await server.as("solo");
    const [user] = await server.db.query("SELECT m FROM portal_user WHERE username = 'solo@demo.portolan'");
    const booking = { tenant: String(user?.["m"]), kind: "book", order: { kind: "recharge", id: "RC2" }, step: "book" };
    const lines = [{ from: "nostro", to: "avail", currency: "EUR", amount: 100_000_00n }] as const;
    await server.db.tx((tx) => postMoney(tx, { ...booking, at: server.clock.now(), lines }));
    const payer = { type: "00", actualName: "王磊", bankName: "招商银行" };
    const payerId = (await solo.call("POST /mer/payaccount/save", payer)).map.record.id;
    const address = { country: "DE", city: "Hamburg", postcode: "20457", address: "Hafenstrasse 12" };
    await solo.call("POST /mer/inter/remit/st01", { type: "00", payeeName: "Anna Schmidt", ...address });
    const account = { account: "DE89370400440532013000", swift: "COBADEFFXXX", bankName: "Commerzbank" };
    const payee = await solo.call("POST /mer/inter/remit/st02", { ...account, feeBearing: "SHA" });
    await server.worker.drain();
    const { accountId: payeeId } = payee.map.record;
    const order = { payerId, payeeId, currency: "EUR", amount: "900.00", feeBearing: "SHA", purpose: "project" };
    const { map } = await solo.confirmed("POST /mer/gep/remittance/apply", { ...order, contractNo: "INV-1" });
    await server.worker.drain();
    const asks = bank.seen.map(({ body }) => (body === "" ? {} : JSON.parse(body)));
    expect(asks.find(({ job }) => job === "remit.pay")).toMatchObject({
      merchant: { name: expect.stringMatching(/./) },
      payload: { orderNo: map.record.orderNo, ...address, ...account },
    });
  });

  it("that are forged, old or altered are rejected with 401 and change nothing", async () => {
    const { id, askId } = await pay("2001.00");
    const paid = event(askId, "c3", "paid", { reference: "B2" });
    const results = [
      await post(paid, { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }),
      await post(paid, { at: Date.now() - 301_000 }),
      await post(paid, { tamper: (text) => text.replace("B2", "B3") }),
      await fetch(`${server.url}/hooks/payout`, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      }),
    ];
    for (const response of results) {
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 4202, message: expect.stringMatching(/./) });
    }
    expect([await statusOf(id), await parked("c3")]).toEqual(["processing", undefined]);
    expect((await post({ id: "c4" })).status).toBe(400);
    for (const reference of [{ a: 1 }, ["B2"], 5, "", "B".repeat(201)])
      expect((await post(event(askId, "c4", "paid", { reference }))).status).toBe(400);
    expect([await statusOf(id), await parked("c4")]).toEqual(["processing", undefined]);
    expect((await post(paid, { port: "kyc" })).status).toBe(404);
  });

  it("are parked when request or status do not match, and run once the order reaches the status", async () => {
    const { id, askId } = await pay("2002.00");
    await post(event("100001/withdrawal/WD9/1/bank.pay", "c5", "paid"));
    await post(event(undefined, "c6", "received"));
    await post(event(askId, "c8", "returned", { reason: "MS03" }));
    expect([await parked("c5"), await parked("c6"), await parked("c8")]).toEqual([
      { state: "parked", reason: "unknownAsk" },
      { state: "parked", reason: "noAsk" },
      { state: "parked", reason: "notNext" },
    ]);
    expect(await statusOf(id)).toBe("processing");
    await post(event(askId, "c9", "paid", { reference: "B4" }));
    expect([await statusOf(id), await parked("c8")]).toEqual(["failed", { state: "done", reason: null }]);
    const other = await pay("2004.00");
    await post(event(other.askId, "c11", "paid", { reference: "B6" }));
    await post(event(other.askId, "c12", "returned", { reason: "MS03", charge: "-15.00" }));
    expect([await statusOf(other.id), await parked("c12")]).toEqual(["done", { state: "parked", reason: "invalid" }]);
  });

  it("with the bank reference of another order change nothing and open a case", async () => {
    const { id, askId } = await pay("2005.00");
    await post(event(askId, "c14", "paid", { reference: "B6" }));
    expect([await statusOf(id), await parked("c14")]).toEqual(["processing", { state: "parked", reason: "duplicate" }]);
    const [opened] = await server.db.query<{ data: object }>("SELECT data FROM e_case WHERE f_subject = $1", [askId]);
    expect(opened?.data).toMatchObject({
      kind: "answer",
      status: "open",
      detail: "payout c14: the order refuses the event: duplicate (bankOrderNo)",
    });
    await post(event(askId, "c15", "paid", { reference: "B7" }));
    expect(await statusOf(id)).toBe("done");
  });

  it("of one port cannot move the order of another", async () => {
    const { id, askId } = await pay("2003.00");
    await server.db.query("UPDATE provider_ask SET port = 'dealer' WHERE id = $1", [askId]);
    await post(event(askId, "c10", "paid", { reference: "B5" }));
    expect([await statusOf(id), await parked("c10")]).toEqual([
      "processing",
      { state: "parked", reason: "unknownAsk" },
    ]);
  });

  it("a disabled port has no menus, grants or calls", async () => {
    const maker = await server.as("solo");
    const menus = (await maker.call("GET /mer/menu/role/m")).map.merMenuList.map(
      ({ menuId }: { menuId: string }) => menuId,
    );
    expect(menus).toContain("withdrawal");
    expect(menus).not.toContain("virtualCard");
    expect(menus).not.toContain("cardRecharge");
    const { grants } = (await maker.call("GET /mer/user/info")).map;
    expect(grants.filter((grant: string) => /card/i.test(grant))).toEqual([]);
    const off = [...server.schemas.entities.values()].filter(
      ({ menu }) => menu === "virtualCard" || menu === "cardRecharge",
    );
    const paths = off.flatMap(({ calls }) => Object.values(calls).map(({ method, path }) => `${method} ${path}`));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of [...paths, "GET /mer/gep/VCCmanagement/cardInquiry", "GET /mer/gep/vcccard/displayBalance"])
      expect([path, (await maker.call(path as "GET /mer/menu/role/m")).status]).toEqual([path, 404]);
    expect((await fetch(`${server.url}/hooks/cards`, { method: "POST" })).status).toBe(404);
  });
});
