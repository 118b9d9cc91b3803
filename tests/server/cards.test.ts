/**
 * Virtual cards over HTTP: applications, recharges, purchases, closing a card, its secrets, and the books after each
 * step.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLuhnValid } from "../../server/payments/cards/sandbox/vault.ts";
import { post } from "../../server/payments/ledger/post.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { countAttempt } from "../../server/session/throttle.ts";
import { storeEvent } from "../../server/providers/inbox.ts";
import { cardCommand as cardVerb } from "../../server/payments/cards/sandbox/command.ts";
import type { OperatorContext } from "../../server/sandbox/operator-command.ts";
import type { Row } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "./server.ts";

const M = "100001";
const ADD = "POST /mer/gep/vcccard/add";
const RECHARGE = "GET /mer/gep/VCCmanagement/cardRecharge";
/** Limit of reveals of card numbers. */
const REVEALS = { windowMs: 3_600_000, free: 30, firstWaitMs: 60_000, maxWaitMs: 900_000 };
const application = {
  product: "USD-GENERAL",
  count: 2,
  label: "谷歌广告",
  tradingRange: "all",
  validMonths: "12",
  singleLimit: "500.00",
  dayLimit: "800.00",
  monthLimit: "2000.00",
  limit: "3000.00",
  firstName: "Ming",
  lastName: "Chen",
  email: "ming@example.com",
  phonePrefix: "+86",
  phone: "13800138001",
  birthDate: "1988-06-15",
  country: "CN",
  province: "Zhejiang",
  city: "Hangzhou",
  address: "18 Wensan Road, Xihu",
  postcode: "310000",
  remark: "投放部",
};

let server: TestServer;
let maker: Client;
let other: Client;
let cards: Record<string, any>[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [maker, other] = await Promise.all([server.as("maker"), server.as("solo")]);
  await server.db.tx((tx) =>
    post(tx, {
      tenant: M,
      kind: "opening",
      order: { kind: "opening", id: "OB1" },
      step: "USD",
      at: Date.now(),
      lines: [{ from: "nostro", to: "avail", currency: "USD", amount: 1_000_000n }],
    }),
  );
});
afterAll(() => server.stop());

const wallet = async () => (await maker.call("GET /mer/wallet/one", { currency: "USD" })).map.record;
const held = async () => (await maker.call("GET /mer/gep/vcccard/displayBalance", { currency: "USD" })).map.list[0];
const detail = async (id: string) => (await maker.call("GET /mer/gep/VCCmanagement/details", { id })).map;
const desk = () =>
  ({
    db: server.db,
    context: server.app.services,
    drain: () => server.worker.drain(),
  }) as unknown as OperatorContext;
const sim = (id: string, what: string, options: Record<string, string> = {}) =>
  cardVerb.run(desk(), { words: [id, what], options }) as Promise<Record<string, string>>;
const books = async () => expect(await verifyAll(server.db, server.schemas)).toEqual([]);
const recharge = async (cardId: string, amount: string) => {
  const answer = await maker.confirmed(RECHARGE, { cardId, amount });
  expect(answer).toMatchObject({ code: 2000, map: { record: { status: "processing" } } });
  await server.worker.drain();
  return answer.map.record.orderNo as string;
};

describe("a card application", () => {
  it("offers products with currency, BIN and fee [C97]", async () => {
    const { map } = await maker.call("GET /mer/gep/vcccard/dop");
    expect(map.list.find((row: { code: string }) => row.code === "USD-GENERAL")).toMatchObject({
      bin: "400001",
      currency: "USD",
      fee: "1.00",
      name: "美元通用卡",
    });
  });

  it.each([
    [{ count: 0 }, "/count", "每次可开 1-10 张"],
    [{ count: 11 }, "/count", "每次可开 1-10 张"],
    [{ label: "一".repeat(36) }, "/label", undefined],
    [{ remark: "一".repeat(21) }, "/remark", undefined],
    [
      { singleLimit: "20000.01", dayLimit: "20000.01", monthLimit: "20000.01", limit: "20000.01" },
      "/singleLimit",
      "这种卡的单笔限额最高 20,000.00",
    ],
    [{ dayLimit: "499.99" }, "/dayLimit", "日限额不能低于单笔限额"],
    [{ birthDate: "2020-01-01" }, "/birthDate", "持卡人须年满 18 周岁"],
    [{ product: "GOLD" }, "/product", undefined],
  ])("rejects %j and stores nothing [V9 V10 V11 K13 K14]", async (wrong, at, message) => {
    const answer = await maker.confirmed(ADD, { ...application, ...wrong });
    expect(answer.code).toBe(4000);
    expect(answer.map.errors.map((error: { at: string }) => error.at)).toEqual([at]);
    if (message) expect(answer.map.errors[0].message).toBe(message);
    expect((await maker.call("GET /mer/own/cardApplication/list", { totals: 1 })).map.total).toBe(0);
    expect((await wallet()).unavailable).toBe("0.00");
  });

  it("counts characters of a label and remark rather than UTF-16 code units [V10 V11]", async () => {
    const answer = await maker.confirmed(ADD, {
      ...application,
      count: 11,
      label: "🚀".repeat(35),
      remark: "🚀".repeat(20),
    });
    expect(answer.map.errors.map((error: { at: string }) => error.at)).toEqual(["/count"]);
  });

  it("requires the payment password and a wallet balance that covers it", async () => {
    expect((await maker.call(ADD, application)).code).toBe(4124);
    const euro = await maker.confirmed(ADD, { ...application, product: "EUR-GENERAL" });
    expect(euro).toMatchObject({
      code: 4000,
      map: { errors: [expect.objectContaining({ at: "/count", message: "可用余额不足" })] },
    });
  });

  it("holds the fee per card, creates the cards and charges the fee [C99 C100 K13 S6]", async () => {
    const answer = await maker.confirmed(ADD, application);
    expect(answer).toMatchObject({
      code: 2000,
      map: { record: { fee: "2.00", currency: "USD", unitFee: "1.00", status: "processing" } },
    });
    expect(await wallet()).toMatchObject({ withdrawable: "9998.00", unavailable: "2.00" });
    await server.worker.drain();
    expect(await wallet()).toMatchObject({ withdrawable: "9998.00", unavailable: "0.00", balance: "9998.00" });
    const page = await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { totals: 1 });
    expect(page.map.total).toBe(2);
    cards = page.map.list;
    for (const card of cards) {
      expect(card).toMatchObject({
        label: "谷歌广告",
        status: "usable",
        currency: "USD",
        balance: "0.00",
        uses: 0,
        application: answer.map.record.orderNo,
        firstName: "Ming",
      });
      expect(card["number"]).toMatch(/^\*{4} \d{4}$/);
      expect(card["expiry"]).toMatch(/^\d{4}-\d\d-(28|29|30|31)$/);
    }
    await books();
  });

  it("refunds the fee when the issuer rejects it", async () => {
    const answer = await maker.confirmed(ADD, { ...application, label: "REJECT me" });
    await server.worker.drain();
    const { record } = (await maker.call("GET /mer/own/cardApplication/detail", { orderNo: answer.map.record.orderNo }))
      .map;
    expect(record).toMatchObject({ status: "failed", reason: "持卡人资料未通过审核" });
    expect(await wallet()).toMatchObject({ withdrawable: "9998.00", unavailable: "0.00" });
    expect((await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { totals: 1 })).map.total).toBe(2);
  });
});

describe("a cardholder", () => {
  const APPLICATIONS = "GET /mer/own/cardApplication/list";
  const { firstName, lastName, email, phonePrefix, phone, birthDate, country, province, city, address, postcode } =
    application;
  const holder = { firstName, lastName, email, phonePrefix, phone, birthDate, country, province, city, address };
  const listHolders = async () => (await maker.call("GET /mer/own/cardholder/list")).map.list as Row[];
  const apply = (body: Row) => maker.confirmed(ADD, body);
  const own: Row = Object.fromEntries(
    Object.entries(application).filter(([name]) => !(name in holder) && name !== "postcode" && name !== "remark"),
  );

  it("is created by an application with its values, and found again by the next one [E9]", async () => {
    const [first, ...others] = await listHolders();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: "Chen Ming", email, phone: "138****8001", remark: "投放部" });
    expect((await maker.call(APPLICATIONS, { cardholderId: first!["id"], totals: 1 })).map.total).toBe(2);
    const own = await maker.call("GET /mer/gep/VCCmanagement/cardManagement", {
      cardholderId: first!["id"],
      totals: 1,
    });
    expect(own.map.total).toBe(2);
  });

  it("is chosen by its number; cards keep the values of their day when it changes", async () => {
    const [first] = await listHolders();
    const refused = await apply({ ...own, cardholderId: "HD1" });
    expect(refused.map.errors).toMatchObject([{ at: "/cardholderId", code: "reference" }]);
    expect((await apply(own)).map.errors).toMatchObject([{ at: "/cardholderId", code: "required" }]);
    const answer = await apply({ ...own, label: "REJECT copy", cardholderId: first!["id"], city: "Paris" });
    expect(answer).toMatchObject({ code: 2000, map: { record: { lastName, city, cardholderId: first!["id"] } } });
    await server.worker.drain();
    expect(
      (await maker.call("POST /mer/own/cardholder/update", { id: first!["id"], city: "Ningbo", version: 1 })).code,
    ).toBe(2000);
    expect((await detail(String(cards[0]!["id"]))).record).toMatchObject({ city, cardholderId: first!["id"] });
    const changed = await apply({ ...own, label: "REJECT again", cardholderId: first!["id"] });
    expect(changed.map.record).toMatchObject({ city: "Ningbo" });
    await server.worker.drain();
  });

  it("is reported with the errors of the application, and nobody else's can be used", async () => {
    const answer = await apply({ ...application, count: 11, birthDate: "2020-01-01", country: "XX" });
    expect(answer.map.errors.map((error: { at: string }) => error.at).toSorted()).toEqual([
      "/birthDate",
      "/count",
      "/country",
    ]);
    const { map } = await other.call("POST /mer/own/cardholder/create", { ...holder, postcode });
    expect((await apply({ ...own, cardholderId: map.record.id })).map.errors).toMatchObject([
      { at: "/cardholderId", code: "reference" },
    ]);
    expect(await listHolders()).toHaveLength(1);
  });
});

describe("a card recharge", () => {
  it("sent by GET requires an idempotency key and a proof, and never runs twice [C98 C104]", async () => {
    const body = { cardId: cards[0]!["id"], amount: "1000.00" };
    expect((await maker.call(RECHARGE, body, { "idempotency-key": "k0" })).code).toBe(4124);
    expect((await maker.call(RECHARGE, body, { proof: await maker.proof(RECHARGE, body) })).code).toBe(4142);
    const first = await maker.confirmed(RECHARGE, body, "k1");
    expect(first).toMatchObject({
      code: 2000,
      map: { record: { amount: "1000.00", fee: "1.00", debit: "1001.00", maker: "陈明" } },
    });
    expect(first.headers.get("cache-control")).toContain("no-store");
    const again = await maker.call(RECHARGE, body, { "idempotency-key": "k1" });
    expect(again.map.record.orderNo).toBe(first.map.record.orderNo);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await wallet()).toMatchObject({ withdrawable: "8997.00", unavailable: "1001.00" });
    await server.worker.drain();
    expect(await wallet()).toMatchObject({
      balance: "8997.00",
      withdrawable: "8997.00",
      unavailable: "0.00",
      onCards: "1000.00",
    });
    expect(await held()).toEqual({ currency: "USD", withdrawable: "8997.00", onCards: "1000.00", authorised: "0.00" });
    expect((await detail(body.cardId)).record.balance).toBe("1000.00");
    const receipt = JSON.stringify(
      (await maker.call("GET /mer/own/cardRecharge/detail", { orderNo: first.map.record.orderNo })).map.receipt,
    );
    expect(receipt).toContain("1000.00");
    const lines = await maker.call("GET /mer/records/query/wallet/details/page", {
      type: "cardRecharge",
      account: "avail",
    });
    expect(lines.map.list.map((row: { change: string }) => row.change)).toEqual(["-1001.00"]);
    await books();
  });

  it("is also accepted as POST [C104]", async () => {
    const answer = await maker.confirmed("POST /mer/gep/VCCmanagement/cardRecharge", {
      cardId: cards[1]!["id"],
      amount: "100.00",
    });
    expect(answer.code).toBe(2000);
    await server.worker.drain();
    expect((await detail(cards[1]!["id"])).record.balance).toBe("100.00");
  });

  it.each([
    ["9.99", "singleMin"],
    ["19.99", "singleMin"],
    ["20000.01", "singleMax"],
    ["8900.00", "balance"],
    ["8800.00", undefined],
  ])("of %s is checked against minimum, maximum and balance [V3 M10]", async (amount, code) => {
    const body = { cardId: cards[1]!["id"], amount };
    if (code === undefined)
      return expect((await maker.call(RECHARGE, body, { "idempotency-key": "k2", proof: "wrong" })).code).toBe(4125);
    const answer = await maker.confirmed(RECHARGE, body);
    expect(answer.code).toBe(4000);
    expect(answer.map.errors.map((error: { code: string }) => error.code)).toContain(code);
  });

  it("is refunded in full when the issuer rejects it", async () => {
    const before = await wallet();
    const orderNo = await recharge(cards[1]!["id"], "50.20");
    expect((await maker.call("GET /mer/own/cardRecharge/detail", { orderNo })).map.record.status).toBe("failed");
    expect(await wallet()).toEqual(before);
    await books();
  });
});

describe("a purchase", () => {
  const id = () => String(cards[0]!["id"]);

  it("is authorised, settled in part and listed with both amounts [C107]", async () => {
    const made = await sim(id(), "authorise", { amount: "120.00", merchant: "Search Ads" });
    expect(made).toMatchObject({ status: "authorised", amount: "120.00" });
    expect((await detail(id())).record).toMatchObject({
      balance: "880.00",
      held: "120.00",
      uses: 1,
      totalAuthorised: "120.00",
      dayLeft: "680.00",
      monthLeft: "1880.00",
      limitLeft: "2880.00",
    });
    const { list } = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement")).map;
    expect(list.find((row: Row) => row["id"] === id())).toMatchObject({ dayLeft: "680.00", monthLeft: "1880.00" });
    await books();
    expect(await sim(made["id"]!, "capture", { amount: "100.00" })).toMatchObject({
      status: "captured",
      settled: "100.00",
    });
    expect((await detail(id())).record).toMatchObject({
      balance: "900.00",
      held: "0.00",
      totalAuthorised: "100.00",
      dayLeft: "700.00",
    });
    const page = await maker.call("GET /mer/gep/vcctransaction/transactionQuery", { cardId: id(), totals: 1 });
    expect(page.map).toMatchObject({
      total: 1,
      list: [
        {
          merchant: "Search Ads",
          amount: "120.00",
          settled: "100.00",
          status: "captured",
          number: expect.stringMatching(/^\*{4} \d{4}$/),
        },
      ],
      sums: { settled: { USD: "100.00" } },
    });
    await books();
  });

  it("releases amount and limits when it is reversed", async () => {
    await sim(id(), "authorise", { amount: "300.00" });
    await sim(id(), "reverse");
    expect((await detail(id())).record).toMatchObject({
      balance: "900.00",
      held: "0.00",
      dayLeft: "700.00",
      totalAuthorised: "100.00",
      uses: 2,
    });
    await books();
  });

  it.each([
    ["500.01", {}, "singleLimit"],
    ["10.00", { merchant: "DECLINE Shop" }, "merchant"],
  ])("of %s with %j is declined with %s", async (amount, options, declineReason) => {
    expect(await sim(id(), "authorise", { amount, ...options })).toMatchObject({ status: "declined", declineReason });
    expect((await detail(id())).record.balance).toBe("900.00");
  });

  it("is declined above the remaining day limit or balance, and by the operator [F8]", async () => {
    await sim(id(), "authorise", { amount: "450.00" });
    expect(await sim(id(), "authorise", { amount: "250.01" })).toMatchObject({ declineReason: "dayLimit" });
    await sim(id(), "capture");
    expect(await sim(String(cards[1]!["id"]), "authorise", { amount: "100.01" })).toMatchObject({
      declineReason: "insufficient",
    });
    expect(await sim(String(cards[1]!["id"]), "decline", { amount: "1.00" })).toMatchObject({
      status: "declined",
      declineReason: "merchant",
    });
    await books();
  });

  it("can require a code, listed first by the code query under both spellings of its path [C108]", async () => {
    const { code } = await sim(id(), "code", { amount: "66.00", merchant: "Search Ads" });
    for (const path of ["GET /mer/gep/otp/optQuery", "GET /mer/gep/otp/otpQuery"]) {
      const answer = await maker.call(path);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(answer.map.list[0]).toMatchObject({ code, merchant: "Search Ads", amount: "66.00" });
      expect(Date.parse(answer.map.list[0].expiresAt) - Date.parse(answer.map.list[0].receivedAt)).toBe(300_000);
    }
    expect((await other.call("GET /mer/gep/otp/optQuery")).map.list).toEqual([]);
  });
});

describe("a card's secrets", () => {
  const SHOW = "GET /mer/gep/VCCmanagement/cardNumberDisplay";
  const body = () => ({ id: String(cards[0]!["id"]) });

  it("are revealed once per proof, never cached, and audited each time [C105]", async () => {
    expect((await maker.call(SHOW, body())).code).toBe(4124);
    const proof = await maker.proof(SHOW, body());
    const answer = await maker.call(SHOW, body(), { proof });
    expect(answer).toMatchObject({
      code: 2000,
      map: { expiry: expect.stringMatching(/^\d\d\/\d\d$/), cvv: expect.stringMatching(/^\d{3}$/) },
    });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const { number } = answer.map as { number: string };
    expect(number).toMatch(/^400001\d{10}$/);
    expect(isLuhnValid(number)).toBe(true);
    expect(number.slice(-4)).toBe(String(cards[0]!["number"]).slice(-4));
    expect((await maker.call(SHOW, body(), { proof })).code).toBe(4125);
    expect((await maker.confirmed(SHOW.replace("GET", "POST"), body())).map.number).toBe(number);
    const looks = await server.db.query("SELECT object, actor FROM audit WHERE m = $1 AND action = 'card.reveal'", [M]);
    expect(looks).toHaveLength(2);
    const seen = (await maker.call("GET /mer/own/securityLog/list", { action: "reveal", totals: 1 })).map;
    expect([seen.total, seen.list[0]]).toEqual([
      2,
      expect.objectContaining({
        action: "reveal",
        result: "done",
        about: server.schemas.entity("card").text("label", "zh"),
      }),
    ]);
    for (const table of ["idem", "e_card", "audit"])
      expect(JSON.stringify(await server.db.query(`SELECT * FROM ${table}`))).not.toContain(number);
  });

  it("come from the issuer's vault, and without a vault the call fails but the proof stays valid", async () => {
    const proof = await maker.proof(SHOW, body());
    const { services } = server;
    const { cardVault } = services;
    services.cardVault = undefined;
    expect((await maker.call(SHOW, body(), { proof })).code).toBe(5000);
    services.cardVault = cardVault;
    expect((await maker.call(SHOW, body(), { proof })).code).toBe(2000);
  });

  it("are limited to thirty reveals per user and hour, and a rejected call keeps the proof valid", async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const [{ key, n } = {}] = await server.db.query("SELECT key, n FROM throttle WHERE key LIKE 'cardNumber:%'");
    expect(n).toBe(4);
    const looked = (looks: number, seconds: number) =>
      server.db.query("UPDATE throttle SET n = $2, last_at = $3 WHERE key = $1", [key, looks, ago(seconds)]);
    await looked(29, 1);
    expect((await maker.confirmed(SHOW, body())).code).toBe(2000);
    const proof = await maker.proof(SHOW, body());
    const refused = await maker.call(SHOW, body(), { proof });
    expect([refused.code, Number(refused.map.seconds) > 50]).toEqual([4130, true]);
    await looked(30, 61);
    expect((await maker.call(SHOW, body(), { proof })).code).toBe(2000);
    await looked(0, 61);
  });

  it("are limited by attempts: a refused reveal counts, and attempts of several nodes wait for each other", async () => {
    const key = `cardNumber:${maker.userId}`;
    const countAttempts = async () =>
      (await server.db.query("SELECT n FROM throttle WHERE key = $1", [key]))[0]?.n ?? 0;
    const before = await countAttempts();
    const { services } = server;
    const { cardVault } = services;
    services.cardVault = { reveal: () => Promise.reject(new Error("the vault is down")) };
    expect((await maker.confirmed(SHOW, body())).code).toBe(5000);
    services.cardVault = cardVault;
    expect((await maker.call(SHOW, body(), { proof: "guessed" })).code).toBe(4125);
    expect((await maker.confirmed(SHOW, { id: "K999" })).code).toBe(4119);
    expect(await countAttempts()).toBe(before + 3);
    await server.db.query("UPDATE throttle SET n = $2 WHERE key = $1", [key, REVEALS.free]);
    await server.db.query("UPDATE throttle SET last_at = $2 WHERE key = $1", [key, new Date(0).toISOString()]);
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => countAttempt(server.db, key, REVEALS)));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", ...Array(4).fill("rejected")]);
    await server.db.query("DELETE FROM throttle WHERE key = $1", [key]);
  });

  it("are not accessible to another merchant", async () => {
    expect((await other.confirmed(SHOW, body())).code).toBe(4119);
    expect((await other.call("GET /mer/gep/VCCmanagement/details", body())).code).toBe(4119);
    expect((await other.call("GET /mer/gep/VCCmanagement/cardInquiry", body())).code).toBe(4119);
    expect((await other.call("GET /mer/gep/VCCmanagement/del", body())).code).toBe(4119);
    expect((await other.confirmed(RECHARGE, { cardId: body().id, amount: "100.00" })).map.errors[0].at).toBe("/cardId");
  });

  it("stay masked in details and lists, while details and the inquiry report the remaining limits [C102 C103]", async () => {
    const { record, timeline } = await detail(body().id);
    // Recharges and purchases have their own timelines.
    const kept = await server.db.query(
      'SELECT event FROM order_event WHERE order_id = $1 AND by = \'record\' AND "from" = "to"',
      [body().id],
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(timeline.filter(({ by, from, to }: Row) => by === "record" && from === to)).toEqual([]);
    const balances = async (currency: string) =>
      (await maker.call("GET /mer/gep/vcccard/displayBalance", { currency })).map.list.map(
        (row: Row) => row["currency"],
      );
    expect([await balances("USD"), await balances("EUR")]).toEqual([["USD"], []]);
    expect(record.number).toMatch(/^\*{4} \d{4}$/);
    const inquiry = (await maker.call("GET /mer/gep/VCCmanagement/cardInquiry", body())).map;
    expect(inquiry).toEqual({
      id: record.id,
      status: "usable",
      currency: "USD",
      balance: "450.00",
      held: "0.00",
      dayLeft: record.dayLeft,
      monthLeft: record.monthLeft,
      limitLeft: record.limitLeft,
    });
  });
});

describe("a card", () => {
  const id = () => String(cards[0]!["id"]);

  it("accepts a new label of at most 35 characters [C106 V10 K14]", async () => {
    const call = "POST /mer/gep/VCCmanagement/updateCardLabel";
    expect(await maker.call(call, { id: id(), label: "一".repeat(36) })).toMatchObject({
      code: 4000,
      map: { errors: [expect.objectContaining({ at: "/label", code: "maxLength" })] },
    });
    expect((await maker.call(call, { id: id(), label: "一".repeat(35) })).map.record.label).toBe("一".repeat(35));
  });

  it("can be frozen and unfrozen, and neither pays nor is recharged while frozen [S6]", async () => {
    expect((await maker.call("POST /mer/own/card/freeze", { id: id() })).map.record).toMatchObject({
      status: "disabled",
      disabledReason: "frozen",
    });
    expect((await detail(id())).events.map((event: { event: string }) => event.event).toSorted()).toEqual([
      "close",
      "relabel",
      "unfreeze",
    ]);
    expect(await sim(id(), "authorise", { amount: "5.00" })).toMatchObject({ declineReason: "cardDisabled" });
    expect((await maker.confirmed(RECHARGE, { cardId: id(), amount: "100.00" })).map.errors[0].message).toBe(
      "这张卡已停用，不能充值",
    );
    expect((await maker.call("POST /mer/own/card/unfreeze", { id: id() })).map.record.status).toBe("usable");
    expect((await maker.call("POST /mer/own/card/unfreeze", { id: id() }, { "idempotency-key": "again" })).code).toBe(
      4120,
    );
  });

  it("blocked by the issuer cannot be unfrozen, but its balance can be withdrawn [S6]", async () => {
    const blocked = String(cards[1]!["id"]);
    expect(await sim(blocked, "block")).toMatchObject({ status: "disabled", disabledReason: "blocked" });
    expect((await maker.call("POST /mer/own/card/unfreeze", { id: blocked })).code).toBe(4120);
    const before = Number((await wallet()).withdrawable);
    expect((await maker.call("POST /mer/gep/VCCmanagement/del", { id: blocked })).map.record).toMatchObject({
      disabledReason: "cancelled",
      balance: "0.00",
      returned: "100.00",
    });
    expect(Number((await wallet()).withdrawable)).toBeCloseTo(before + 100, 2);
    await books();
  });

  it("returns its balance when cancelled, open holds when they clear, and a pending recharge to the wallet [C101 S6]", async () => {
    const open = await sim(id(), "authorise", { amount: "200.00" });
    const pending = await maker.confirmed(RECHARGE, { cardId: id(), amount: "30.00" });
    const before = Number((await wallet()).withdrawable);
    const closed = await maker.call("GET /mer/gep/VCCmanagement/del", { id: id() });
    expect(closed.map.record).toMatchObject({
      status: "disabled",
      disabledReason: "cancelled",
      balance: "0.00",
      held: "200.00",
      returned: "250.00",
    });
    expect(Number((await wallet()).withdrawable)).toBeCloseTo(before + 250, 2);
    await books();
    await sim(open["id"]!, "capture", { amount: "150.00" });
    await server.worker.drain();
    expect(
      (await maker.call("GET /mer/own/cardRecharge/detail", { orderNo: pending.map.record.orderNo })).map.record.status,
    ).toBe("done");
    expect(Number((await wallet()).withdrawable)).toBeCloseTo(before + 250 + 50 + 30, 2);
    expect(await held()).toMatchObject({ onCards: "0.00", authorised: "0.00" });
    expect(
      (await maker.call("GET /mer/gep/VCCmanagement/del", { id: id() }, { "idempotency-key": "again" })).code,
    ).toBe(4120);
    expect((await detail(id())).events.map((event: { event: string }) => event.event)).toEqual(["relabel"]);
    expect((await maker.confirmed("POST /mer/gep/VCCmanagement/cardNumberDisplay", { id: id() })).code).toBe(4120);
    await books();
  });

  it("expires the day after its last day of validity, even when frozen, and returns its balance [S6]", async () => {
    await maker.confirmed(ADD, { ...application, count: 1, validMonths: "6" });
    await server.worker.drain();
    const [card] = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { status: "usable" })).map.list;
    await recharge(card.id, "40.00");
    await maker.call("POST /mer/own/card/freeze", { id: card.id });
    const due = Date.parse(`${card.expiry}T00:00:00+08:00`) + 86_400_000;
    await server.sandbox!.clock.advance(due - server.clock.now() - 60_000);
    await server.worker.drain();
    expect((await detail(card.id)).record.disabledReason).toBe("frozen");
    await server.sandbox!.clock.advance(120_000);
    await server.worker.drain();
    expect((await detail(card.id)).record).toMatchObject({
      status: "disabled",
      disabledReason: "expired",
      balance: "0.00",
      returned: "40.00",
    });
    expect(await held()).toMatchObject({ onCards: "0.00" });
    await books();
  });
});

describe("a message about a purchase", () => {
  let id = "";
  const buy = async (amount: string) => (await sim(id, "authorise", { amount, merchant: "Search Ads" }))["id"]!;
  const balance = async () => {
    const { record } = await detail(id);
    return [record.balance, record.held];
  };
  const cases = async (status = "open") =>
    (
      await server.db.query<{ data: Row }>(
        "SELECT data FROM e_case WHERE f_kind = 'card' AND status = $1 ORDER BY created_at, id",
        [status],
      )
    ).map(({ data }) => data);
  const notices = async (purchase: string): Promise<string[]> =>
    (await maker.call("GET /mer/own/notification/list", { q: purchase })).map.list.map(({ title }: Row) => title);

  beforeAll(async () => {
    await maker.confirmed(ADD, { ...application, count: 1, label: "消息" });
    await server.worker.drain();
    id = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { status: "usable" })).map.list[0].id;
    await recharge(id, "300.00");
  });

  it("captures up to 20 % above the authorisation from the card, and a repeat of it changes nothing", async () => {
    const purchase = await buy("100.00");
    const message = { amount: "120.00", message: "N1" };
    expect(await sim(purchase, "capture", message)).toMatchObject({ status: "captured", settled: "120.00" });
    expect(await balance()).toEqual(["180.00", "0.00"]);
    expect((await detail(id)).record.totalAuthorised).toBe("120.00");
    await sim(purchase, "capture", message);
    expect(await balance()).toEqual(["180.00", "0.00"]);
    expect(await cases()).toEqual([]);
    expect(await notices(purchase)).toEqual([expect.stringMatching(/120\.00.*高于授权的.*100\.00/)]);
    await books();
  });

  it("refunds to the card up to what was captured, and more opens a case", async () => {
    const purchase = await buy("50.00");
    // The refund arrives before the capture that it belongs to.
    expect(await sim(purchase, "refund", { amount: "20.00", message: "N2" })).toMatchObject({ parked: "notNext" });
    expect(await cases()).toMatchObject([{ subject: "N2", amount: "20.00", currency: "USD" }]);
    expect(await sim(purchase, "capture", { amount: "50.00" })).toMatchObject({ refunded: "20.00", settled: "50.00" });
    expect(await cases()).toEqual([]);
    expect(await balance()).toEqual(["150.00", "0.00"]);
    expect(await sim(purchase, "refund", { amount: "30.01", message: "N3" })).toMatchObject({ parked: "invalid" });
    expect((await cases()).map(({ subject }) => subject)).toEqual(["N3"]);
    // A reversal after the capture returns the rest.
    expect(await sim(purchase, "reverse")).toMatchObject({ status: "captured", refunded: "50.00" });
    expect(await balance()).toEqual(["180.00", "0.00"]);
    expect(await notices(purchase)).toEqual([
      expect.stringMatching(/累计退款.*50\.00/),
      expect.stringMatching(/累计退款.*20\.00/),
    ]);
    await books();
  });

  it("opens a case for a capture above 20 %, and for a rest that the card does not cover", async () => {
    const purchase = await buy("175.00");
    expect(await sim(purchase, "capture", { amount: "210.01", message: "N4" })).toMatchObject({
      status: "authorised",
      parked: "invalid",
    });
    expect(await balance()).toEqual(["5.00", "175.00"]);
    expect(await sim(purchase, "capture", { amount: "185.00" })).toMatchObject({ settled: "175.00", owed: "10.00" });
    expect(await balance()).toEqual(["5.00", "0.00"]);
    expect(await notices(purchase)).toEqual([expect.stringMatching(/还有.*10\.00.*未能扣除/)]);
    expect((await cases()).slice(1)).toMatchObject([
      { subject: "N4", amount: "210.01" },
      { subject: `owed ${M}/cardTransaction/${purchase}`, amount: "185.00", expected: "175.00" },
    ]);
    await books();
  });

  it("releases an expired authorisation once, whatever follows", async () => {
    const open = (await cases()).length;
    await recharge(id, "95.00");
    const reversed = await buy("40.00");
    expect(await sim(reversed, "expire")).toMatchObject({ status: "expired" });
    expect(await balance()).toEqual(["100.00", "0.00"]);
    expect(await sim(reversed, "reverse")).toMatchObject({ status: "reversed" });
    expect(await balance()).toEqual(["100.00", "0.00"]);
    expect(await notices(reversed)).toEqual([expect.stringMatching(/撤销了.*40\.00.*余额不变/)]);
    const captured = await buy("40.00");
    await sim(captured, "expire");
    expect(await sim(captured, "capture", { amount: "45.00" })).toMatchObject({ status: "captured", settled: "45.00" });
    expect(await balance()).toEqual(["55.00", "0.00"]);
    expect(await cases()).toHaveLength(open);
    const uncovered = await buy("55.00");
    await sim(uncovered, "expire");
    await buy("10.00");
    expect(await sim(uncovered, "capture")).toMatchObject({ status: "expired", parked: "notNext" });
    expect(await cases()).toHaveLength(open + 1);
    await books();
  });

  it("refunds to the wallet once the card is closed, and keeps a message about no purchase as a case", async () => {
    const captured = (await maker.call("GET /mer/gep/vcctransaction/transactionQuery", { cardId: id })).map.list.find(
      (row: Row) => row["settled"] === "45.00",
    ).id;
    await maker.call("GET /mer/gep/VCCmanagement/del", { id });
    await sim(id, "reverse");
    const before = Number((await wallet()).withdrawable);
    expect(await sim(captured, "refund", { amount: "45.00" })).toMatchObject({ refunded: "45.00" });
    expect(Number((await wallet()).withdrawable)).toBeCloseTo(before + 45, 2);
    const [line] = (await maker.call("GET /mer/records/query/wallet/details/page", { type: "card", account: "avail" }))
      .map.list;
    expect(line.change).toBe("45.00");
    expect(await held()).toMatchObject({ onCards: "0.00", authorised: "0.00" });
    await server.db.tx((tx) =>
      storeEvent(
        tx,
        {
          port: "cards",
          event: { id: "N9", askId: `${M}/cardTransaction/CT0`, event: "refund", at: "", input: { amount: "1.00" } },
          at: server.clock.now(),
        },
        server.app.services.seal,
      ),
    );
    await server.worker.drain();
    expect((await cases()).at(-1)).toMatchObject({
      subject: "N9",
      detail: expect.stringMatching(/CT0 1\.00: unknownAsk$/),
    });
    await books();
  });
});
