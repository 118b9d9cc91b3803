/**
 * Audited exchange and trading hours over HTTP: application, documents, audit, confirmation with a new quote,
 * cancellation and closing time.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client, startTestServer, type TestServer } from "./server.ts";
import { APPLY, deposit, findings, openMarket, quote, sure, wallet } from "./swap-world.ts";

let server: TestServer;
let maker: Client;
let file = "";
beforeAll(async () => {
  server = await startTestServer();
  await openMarket(server);
  await deposit(server, "100001", "USD", "100000");
  maker = await server.as("maker");
  file = await uploaded();
});
afterAll(() => server.stop());

const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082",
  "hex",
);
async function uploaded(name = "合同.png", content = PNG): Promise<string> {
  const body = new FormData();
  body.append("purpose", "swap");
  body.append("file", new Blob([new Uint8Array(content)]), name);
  const { map } = await maker.send("POST", "/mer/own/file", { body });
  return String(map.id ?? "");
}
const application = (more: Record<string, unknown> = {}) => ({
  sellCurrency: "USD",
  buyCurrency: "CNY",
  amount: "1000.00",
  purpose: "currentSettlement",
  documents: file,
  ...more,
});
const detail = async (orderNo: string) => (await maker.call("GET /mer/gep/swap/detail", { orderNo })).map;
async function applied(more: Record<string, unknown> = {}): Promise<string> {
  const { code, map } = await maker.confirmed(APPLY, application(more));
  expect(code).toBe(2000);
  return map.record.orderNo;
}

describe("an exchange application", () => {
  it("holds the money, is audited, and is confirmed with a fresh quote [C56 R8 K15]", async () => {
    const before = await wallet(maker, "USD");
    const orderNo = await applied();
    expect((await detail(orderNo)).record).toMatchObject({
      status: "toBeReviewed",
      mode: "application",
      fixedSide: "sell",
      purpose: "currentSettlement",
      documents: file,
      maker: "陈明",
    });
    expect((await wallet(maker, "USD")).unavailable).toBeCloseTo(before.unavailable + 1000, 2);
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("toBeConfirmed");

    const { code, map: given } = await quote(maker, { orderNo });
    expect(code).toBe(2000);
    expect(given).toMatchObject({ orderNo, mode: "application", sellAmount: "1000.00", fixed: "sell", fee: "0.00" });
    const answer = await sure(maker, given.quoteId);
    expect(answer.map.record).toMatchObject({
      orderNo,
      status: "processing",
      settlementAmount: given.buyAmount,
      quoteId: given.quoteId,
    });
    await server.worker.drain();
    const { record, timeline } = await detail(orderNo);
    expect(record.status).toBe("done");
    expect(timeline.map(({ event }: { event: string }) => event)).toEqual(["apply", "pass", "sure", "booked"]);
    const after = await wallet(maker, "USD");
    expect(after.balance).toBeCloseTo(before.balance - 1000, 2);
    expect(after.unavailable).toBeCloseTo(before.unavailable, 2);
    expect(await findings(server)).toEqual([]);
  });

  it("can be confirmed only once", async () => {
    const orderNo = await applied({ amount: "500.00" });
    await server.worker.drain();
    const quotes = [(await quote(maker, { orderNo })).map, (await quote(maker, { orderNo })).map];
    expect((await sure(maker, quotes[0]!.quoteId)).code).toBe(2000);
    expect((await sure(maker, quotes[1]!.quoteId)).code).toBe(4120);
    await server.worker.drain();
    expect(await findings(server)).toEqual([]);
  });

  it("gets no quote before the audit passed, or for another merchant", async () => {
    const orderNo = await applied({ amount: "600.00" });
    expect((await quote(maker, { orderNo })).code).toBe(4120);
    expect((await quote(await server.as("solo"), { orderNo })).code).toBe(4119);
    expect((await quote(maker, { orderNo: "SW999999" })).code).toBe(4119);
    await maker.call("POST /m/sys/order/cancel", { orderNo });
  });

  it.each([
    ["500.20", "用途不符"],
    ["500.21", "金额"],
    ["500.22", "经营范围"],
  ])("of %s fails the audit and releases the money", async (amount) => {
    const before = await wallet(maker, "USD");
    const orderNo = await applied({ amount });
    await server.worker.drain();
    const { record, timeline } = await detail(orderNo);
    expect(record.status).toBe("failed");
    expect(timeline.at(-1).reason).toMatch(/^[\u4e00-\u9fff]+$/);
    expect(await wallet(maker, "USD")).toEqual(before);
  });

  it("can be returned for more documents, which are audited again [S2]", async () => {
    const orderNo = await applied({ amount: "500.40" });
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("waitingCredentials");
    const empty = await maker.call("POST /mer/own/swap/supply", { id: orderNo });
    expect(empty.map.errors).toEqual([expect.objectContaining({ at: "/documents", code: "required" })]);
    const more = await uploaded("发票.png");
    expect((await maker.call("POST /mer/own/swap/supply", { id: orderNo, documents: more })).map.record.status).toBe(
      "toBeReviewed",
    );
    await server.worker.drain();
    expect((await detail(orderNo)).record).toMatchObject({ status: "toBeConfirmed", documents: more });
  });

  it.each([
    ["to be reviewed", false, "700.00"],
    ["to be confirmed", true, "700.00"],
    ["waiting for credentials", true, "700.40"],
  ])("that is %s can be cancelled by its number and releases the money [C58]", async (_, audited, amount) => {
    const before = await wallet(maker, "USD");
    const orderNo = await applied({ amount });
    if (audited) await server.worker.drain();
    const answer = await maker.call("POST /m/sys/order/cancel", { orderNo });
    expect(answer.map.record.status).toBe("rescinded");
    expect(await wallet(maker, "USD")).toEqual(before);
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("rescinded");
  });

  it.each([
    ["no purpose", { purpose: undefined }, "/purpose"],
    ["an unknown purpose [K20]", { purpose: "gifts" }, "/purpose"],
    ["a purpose of payments abroad", { purpose: "goods" }, "/purpose"],
    ["purpose 'other' without a text [K20]", { purpose: "other" }, "/purposeText"],
    ["no documents", { documents: undefined }, "/documents"],
    ["equal currencies [V4]", { buyCurrency: "USD" }, "/buyCurrency"],
    ["an amount under the single minimum [V3]", { amount: "19.99" }, "/amount"],
    ["an amount over the balance [M10]", { amount: "1900000.00" }, "/amount"],
    ["a currency without a rate [M18]", { sellCurrency: "SEK" }, "/sellCurrency"],
    ["a remark of 21 characters [V11]", { remark: "一二三四五六七八九十一二三四五六七八九十一" }, "/remark"],
  ])("with %s is rejected and holds nothing", async (_, more, at) => {
    const before = await wallet(maker, "USD");
    const { code, map } = await maker.confirmed(APPLY, application(more));
    expect(code).toBe(4000);
    expect(map.errors.map((error: { at: string }) => error.at)).toContain(at);
    expect(await wallet(maker, "USD")).toEqual(before);
  });

  it("with a text for the purpose 'other' is accepted", async () => {
    const orderNo = await applied({ purpose: "other", purposeText: "展会参展费", amount: "30.00" });
    expect((await detail(orderNo)).record.purposeText).toBe("展会参展费");
  });

  it("requires a payment password to be set [M16]", async () => {
    await server.db.query("UPDATE portal_user SET pay_hash = NULL WHERE username = 'solo@demo.portolan'");
    const solo = await server.as("solo");
    expect(
      (await solo.call("POST /mer/other2/checkPassword", { call: APPLY, body: "{}", password: `${"A".repeat(43)}=` }))
        .code,
    ).toBe(4113);
  });

  it("that is not confirmed within three days is rescinded and releases the money", async () => {
    const before = await wallet(maker, "USD");
    const orderNo = await applied({ amount: "800.00" });
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("toBeConfirmed");
    await server.sandbox!.clock.advance(3 * 86_400_000 + 1_000);
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("rescinded");
    expect((await wallet(maker, "USD")).withdrawable).toBeGreaterThanOrEqual(before.withdrawable);
    expect(await findings(server)).toEqual([]);
  });
});

describe("trading hours", () => {
  const hours = async () => (await maker.call("GET /mer/swap/req/order/getFXTradeTime")).map;

  it("report whether the market is open and when that changes [C57 K16]", async () => {
    await openMarket(server);
    const open = await hours();
    expect(open).toMatchObject({ open: true, opens: "09:30", closes: "17:00", zone: "Asia/Shanghai" });
    expect(open.changesInMs).toBe(Date.parse(open.closesAt) - Date.parse(open.serverTime));
    expect(open.yearKnown).toBe(true);
    expect(open.holidays).toContain(`${new Date(server.clock.now() + 8 * 3_600_000).getUTCFullYear()}-10-01`);
  });

  it("reject quotes and confirmations after closing in the specification's words, but accept applications [M20]", async () => {
    const { map: given } = await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100" });
    const { closesAt, serverTime } = await hours();
    await server.sandbox!.clock.advance(Date.parse(closesAt) - Date.parse(serverTime) + 60_000);
    expect(await hours()).toMatchObject({ open: false });
    const before = await wallet(maker, "USD");
    const refused = await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100" });
    expect(refused).toMatchObject({ code: 4117, message: "交易时间为周一至周五 09:30-17:00。" });
    maker.lang = "en";
    expect((await sure(maker, given.quoteId)).message).toBe("The trading time is 09:30-17:00 from Monday to Friday");
    maker.lang = "zh";
    expect(await wallet(maker, "USD")).toEqual(before);
    await applied({ amount: "40.00" });
  });

  it("reject quotes without a current price", async () => {
    await openMarket(server);
    const { services } = server;
    const { feed } = services;
    const asked = async () => (await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100" })).code;
    expect(await asked()).toBe(2000);
    services.feed = undefined;
    // A price older than a minute is not accepted either.
    await server.sandbox!.clock.advance(120_000);
    expect(await asked()).toBe(4163);
    await server.db.query("DELETE FROM rate");
    expect(await asked()).toBe(4163);
    services.feed = feed;
  });
});
