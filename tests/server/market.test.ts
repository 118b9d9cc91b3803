/** Market prices without the sandbox: from an HTTP API, and entered by two operators. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ProviderChoice } from "../../server/config/provider-settings.ts";
import { MarketPoller, type PollerState } from "../../server/payments/rates/poller.ts";
import { connectMarket, probeMarket } from "../../server/payments/rates/source.ts";
import { readSecrets, verifyMessage } from "../../server/providers/http/signature.ts";
import { createOperators, portolanOf, proposalOf, type Portolan } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";
import { TEMPLATE_SECRET } from "./provider-template.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { deposit, openMarket, quote } from "./swap-world.ts";

let api: Server;
let market: ProviderChoice;
/** Status and body of the API's response. */
let answer: () => [number, unknown];
const send = (mids: Record<string, string>, ageMs = 0) => {
  answer = () => [200, { at: new Date(Date.now() - ageMs).toISOString(), mids }];
};
beforeAll(async () => {
  api = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    verifyMessage(readSecrets(TEMPLATE_SECRET)!, headers, { body: Buffer.alloc(0), now: Date.now() / 1_000 });
    const [status, body] = request.url === "/v1/rates" ? answer() : [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
  market = { by: "http", settings: { URL: url, SECRET: TEMPLATE_SECRET } };
});
afterAll(() => api.close());

it("a server with a price source polls it at start and simulates no prices", async () => {
  send({ CNY: "7.1", USD: "1" });
  const server = await startTestServer({ choices: { market } });
  try {
    await expect
      .poll(() => server.db.query("SELECT mids FROM rate ORDER BY at DESC LIMIT 1"))
      .toEqual([{ mids: { CNY: "7.1" } }]);
    const { map } = await (await server.as("maker")).call("POST /mer/home/rate/price", { pairs: "USD/CNY" });
    expect(map.rates[0]).toMatchObject({ stale: false });
    expect(Number(map.rates[0].mid)).toBe(7.1);
  } finally {
    await server.stop();
  }
});

describe("a price source", () => {
  let server: TestServer;
  let maker: Client;
  let poller: MarketPoller;
  const states: PollerState[] = [];
  const wish = { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100.00" };
  const newest = async () => (await server.db.query("SELECT mids FROM rate ORDER BY at DESC LIMIT 1"))[0]?.["mids"];
  beforeAll(async () => {
    // Prices come from operators; the server itself polls nothing.
    server = await startTestServer({ choices: { market: { by: "desk", settings: {} } } });
    await openMarket(server);
    await server.db.query("DELETE FROM rate");
    await deposit(server, "100001", "USD", "100000");
    maker = await server.as("maker");
    const { db, clock } = server;
    poller = new MarketPoller({ db, clock, source: (await connectMarket(market))!, onChange: (s) => states.push(s) });
  });
  afterAll(() => server.stop());

  it("sets the prices of quotes, which are refused without any price", async () => {
    expect((await quote(maker, wish)).message).toBe("暂时没有报价，请稍后再试。");
    send({ CNY: "7.10", EUR: "0.86" });
    await poller.poll();
    expect(await quote(maker, wish)).toMatchObject({ code: 2000, map: { sellCurrency: "USD", mid: "7.10000" } });
    expect(states).toEqual([]);
  });

  it.each<[string, () => [number, unknown]]>([
    ["an old timestamp", () => [200, { at: new Date(Date.now() - 61_000).toISOString(), mids: { CNY: "7.2" } }]],
    ["a future timestamp", () => [200, { at: new Date(Date.now() + 60_000).toISOString(), mids: { CNY: "7.2" } }]],
    ["a price of zero", () => [200, { at: new Date().toISOString(), mids: { CNY: "0.00" } }]],
    ["a price as a JSON number", () => [200, { at: new Date().toISOString(), mids: { CNY: 7.2 } }]],
    ["no price", () => [200, { at: new Date().toISOString(), mids: {} }]],
    ["an HTTP error", () => [500, { error: "closed" }]],
  ])("is rejected with %s, reported once", async (_what, wrong) => {
    answer = wrong;
    states.length = 0;
    await poller.poll();
    await poller.poll();
    expect(states).toEqual([{ ok: false, reason: expect.stringMatching(/.{9}/) }]);
    expect(await newest()).toEqual({ CNY: "7.10", EUR: "0.86" });
    send({ CNY: "7.10", EUR: "0.86" });
    await poller.poll();
    expect(states.at(-1)).toEqual({ ok: true });
  });

  it("is held when a price jumps, and accepted again when prices do not", async () => {
    send({ CNY: "7.10", EUR: "0.92" });
    // Prices of the same millisecond as the stored ones are not newer, and are ignored.
    await expect
      .poll(async () => {
        await poller.poll();
        return states.at(-1);
      })
      .toEqual({ ok: false, reason: expect.stringContaining("portolan rates list") });
    expect(await server.db.query("SELECT mids FROM rate_held")).toEqual([{ mids: { CNY: "7.10", EUR: "0.92" } }]);
    expect(await newest()).toEqual({ CNY: "7.10", EUR: "0.86" });
    send({ CNY: "7.11", EUR: "0.87" });
    await poller.poll();
    expect(await newest()).toEqual({ CNY: "7.11", EUR: "0.87" });
    expect(await server.db.query("SELECT mids FROM rate_held")).toEqual([]);
  });

  it("that sends nothing for a minute closes the exchange", async () => {
    await server.sandbox!.clock.advance(61_000);
    expect((await quote(maker, wish)).message).toBe("暂时没有报价，请稍后再试。");
    const { map } = await maker.call("POST /mer/home/rate/price", { pairs: "USD/CNY" });
    expect(map.stale).toBe(true);
  });

  it("is polled by one node at a time", async () => {
    const { db, clock } = server;
    const read = vi.fn(async () => ({ at: new Date().toISOString(), mids: { CNY: "7.11", EUR: "0.87" } }));
    const second = new MarketPoller({ db, clock, source: { read }, onChange: () => undefined });
    await second.poll();
    expect(read).not.toHaveBeenCalled();
  });

  it("is probed before the server starts", async () => {
    send({ CNY: "7.1" });
    expect(await probeMarket(market)).toEqual([{ about: "PROVIDER_MARKET", found: expect.stringMatching(/^\d{4}-/) }]);
    answer = () => [500, {}];
    expect(await probeMarket(market)).toEqual([{ about: "PROVIDER_MARKET", fault: "the provider answers 500" }]);
    expect(await probeMarket({ by: "package", module: "@example/none", settings: {} })).toEqual([
      { about: "PROVIDER_MARKET", fault: expect.stringContaining("@example/none"), ofSettings: true },
    ]);
    expect(await probeMarket({ by: "desk", settings: {} })).toEqual([]);
  });

  it("switched off removes the exchange calls", async () => {
    const closed = await startTestServer({ choices: { market: { by: "off", settings: {} } } });
    try {
      expect((await quote(await closed.as("maker"), wish)).status).toBe(404);
    } finally {
      await closed.stop();
    }
  });
});

describe("operators", () => {
  let portolan: Portolan;
  let anna: Record<string, string>;
  let ben: Record<string, string>;
  let server: TestServer;
  const confirm = (text: string) => portolan(`proposal confirm ${proposalOf(text)}`, ben);
  beforeAll(async () => {
    const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
    portolan = portolanOf({ PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    await portolan("migrate");
    ({ anna, ben } = await createOperators(portolan));
    const db = await open();
    await db.query("DELETE FROM rate");
    const database = async () => ({ db, close: () => db.close() });
    server = await startTestServer({
      engine: "postgres",
      dataDir,
      database,
      choices: { market: { by: "desk", settings: {} } },
    });
  });
  afterAll(() => server.stop());
  const why = ["--why", "fixing of the day"];

  it("set prices only together, for a limited time, and see each change in percent", async () => {
    expect((await portolan("rates list")).text).toContain("There are no prices");
    expect((await portolan("rates list", { LANG: "zh_CN.UTF-8" })).text).toContain("还没有行情");
    const proposed = await portolan(["rates", "set", "CNY=7.0862", "EUR=0.86", "--minutes", "480", ...why], anna);
    expect((await portolan("rates list")).text).toContain("There are no prices");
    expect(await portolan(`proposal confirm ${proposalOf(proposed.text)}`, anna)).toMatchObject({ refused: true });
    expect(await confirm(proposed.text)).toMatchObject({ status: 0 });
    expect((await portolan("rates list")).text).toMatch(
      /valid until .*\n {2}USD\/CNY {2}7\.0862\n {2}USD\/EUR {2}0\.86$/,
    );
    const moved = await portolan(["rates", "set", "CNY=7.7948", ...why], anna);
    expect((await portolan(`proposal show ${proposalOf(moved.text)}`)).text).toContain("7.7948 (+10.00 %)");
  });

  it.each([
    ["CNY=0", "no price"],
    ["cny=7", "no price"],
    ["CNY=-7", "no price"],
    ["CNY=7,1", "no price"],
    ["CNY", "portolan rates list"],
  ])("cannot set %s", async (given, text) => {
    const refused = await portolan(["rates", "set", given, ...why], anna);
    expect(refused).toMatchObject({ refused: true, text: expect.stringContaining(text) });
  });

  it("cannot confirm a proposal after prices changed", async () => {
    const [one, other] = [
      await portolan(["rates", "set", "CNY=7.09", ...why], anna),
      await portolan(["rates", "set", "CNY=7.08", ...why], anna),
    ];
    expect(await confirm(one.text)).toMatchObject({ status: 0 });
    expect(await confirm(other.text)).toMatchObject({ status: 1, refused: true });
  });

  it("cannot accept held prices when there are none", async () => {
    expect((await portolan(["rates", "accept", ...why], anna)).text).toBe("No prices are held.");
  });

  it("accept held prices, which apply to quotes from the second operator's confirmation", async () => {
    await openMarket(server);
    await deposit(server, "100001", "USD", "100000");
    const maker = await server.as("maker");
    const quoted = async () =>
      (await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100.00" })).map;
    const { db, clock } = server;
    await db.query("DELETE FROM rate");
    const poller = new MarketPoller({ db, clock, source: (await connectMarket(market))!, onChange: () => undefined });
    send({ CNY: "7.10" });
    await poller.poll();
    send({ CNY: "7.90" });
    await poller.poll();
    expect((await portolan("rates list")).text).toMatch(
      /USD\/CNY {2}7\.10\nPrices of .*, held because one of them jumped: .*\n {2}CNY \+11\.27 %$/,
    );
    const { text } = await portolan(["rates", "accept", ...why], anna);
    expect((await portolan(`proposal show ${proposalOf(text)}`)).text).toContain("7.90 (+11.27 %)");
    expect(await portolan(`proposal confirm ${proposalOf(text)}`, anna)).toMatchObject({ refused: true });
    expect(await quoted()).toMatchObject({ mid: "7.10000" });
    expect(await confirm(text)).toMatchObject({ status: 0 });
    expect(await quoted()).toMatchObject({ mid: "7.90000" });
    expect((await portolan("rates list")).text).toMatch(/valid until .*\n {2}USD\/CNY {2}7\.90$/);
    // Prices near the accepted ones are stored again.
    send({ CNY: "7.91" });
    await poller.poll();
    expect(await quoted()).toMatchObject({ mid: "7.91000" });
  });
});
