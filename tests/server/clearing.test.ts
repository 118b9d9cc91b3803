/**
 * Institution clearing over HTTP: several balances in one call, with one order per currency, all or nothing; paid,
 * refused and returned by the simulated bank.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { accountAbroad, rmbAccount } from "./settlement.ts";

let server: TestServer;
let maker: Client;
let checker: Client;
let accountId = "";
let payeeId = "";
const call = "POST /mer/wallet/batchWithdraw";
const review = "POST /mer/own/clearing/review";
type Wallet = { withdrawable: string; unavailable: string; balance: string };
const wallet = async (currency: string) => (await maker.call("GET /mer/wallet/one", { currency })).map.record as Wallet;
const stored = async () =>
  JSON.stringify([
    await server.db.query("SELECT id, status FROM e_clearing ORDER BY id"),
    await server.db.query("SELECT m, id, balance FROM ledger_account ORDER BY m, id"),
  ]);
const HOLDERS = { zh: "杭州启航贸易有限公司", en: "Hangzhou Qihang Trading Co., Ltd." };
const body = (...wallets: [string, string][]) => ({
  accountId,
  payeeId,
  wallets: wallets.map(([currency, amount]) => ({ currency, amount })),
  remark: "月底归集",
});

beforeAll(async () => {
  server = await startTestServer();
  [maker, checker] = await Promise.all([server.as("maker"), server.as("checker")]);
  [accountId, payeeId] = [
    await rmbAccount(maker, HOLDERS.zh, "6222020200112233445"),
    await accountAbroad(server, maker, HOLDERS.en, "808123456001"),
  ];
  for (const [currency, amount] of [
    ["CNY", 5_000_000n],
    ["USD", 2_000_000n],
    ["JPY", 900_000n],
  ] as const) {
    await server.db.tx((tx) =>
      post(tx, {
        tenant: "100001",
        kind: "opening",
        order: { kind: "opening", id: `OB${currency}` },
        step: currency,
        at: Date.now(),
        lines: [{ from: "nostro", to: "avail", currency, amount }],
      }),
    );
  }
});
afterAll(() => server.stop());

/** Approves an order, runs the bank's jobs, and returns the order. */
async function settle(orderNo: string) {
  expect((await checker.confirmed(review, { id: orderNo, event: "pass" })).code).toBe(2000);
  await server.worker.drain();
  return (await maker.call("GET /mer/own/clearing/detail", { orderNo })).map.record;
}

describe("a clearing", () => {
  it("offers currencies with terms of clearing and a positive balance", async () => {
    const facts = async (entity: string) => (await maker.call("GET /mer/own/context", { entity })).map.currencies;
    const offered = await facts("batchWithdraw");
    expect(Object.keys(offered)).toHaveLength(30);
    expect(offered["JPY"]).toEqual({
      channel: true,
      exit: true,
      singleFee: "2000",
      wallet: true,
      balance: (await wallet("JPY")).withdrawable,
    });
    expect(offered["GBP"]).toMatchObject({ channel: true, wallet: false, balance: "0.00" });
    expect(offered["AUD"]).toEqual({ channel: false, exit: true, wallet: false, balance: "0.00" });
    expect(offered).toEqual(await facts("clearing"));
    // Neither a call without records nor a nonexistent one has facts.
    for (const entity of ["swapQuote", "none"])
      expect((await maker.call("GET /mer/own/context", { entity })).code).not.toBe(2000);
  });

  it("creates one order per currency under one batch number and holds each amount with its fee [C40 R13]", async () => {
    const before = { CNY: await wallet("CNY"), USD: await wallet("USD"), JPY: await wallet("JPY") };
    const answer = await maker.confirmed(call, body(["USD", "500.00"], ["CNY", "1000.00"], ["JPY", "12000"]));
    expect(answer.code).toBe(2000);
    const { batchNo, records } = answer.map;
    expect(batchNo).toMatch(/^CB\d{20}$/);
    expect(
      records.map((record: Record<string, string>) => [
        record["currency"],
        record["amount"],
        record["fee"],
        record["batchNo"],
        record["status"],
      ]),
    ).toEqual([
      ["CNY", "1000.00", "10.00", batchNo, "toBeReviewed"],
      ["JPY", "12000", "2000", batchNo, "toBeReviewed"],
      ["USD", "500.00", "15.00", batchNo, "toBeReviewed"],
    ]);
    for (const [currency, held] of [
      ["CNY", 1010],
      ["USD", 515],
      ["JPY", 14_000],
    ] as const) {
      const after = await wallet(currency);
      expect(Number(after.unavailable) - Number(before[currency].unavailable)).toBeCloseTo(held, 2);
      expect(after.balance).toBe(before[currency].balance);
    }
    // Each balance is paid out to the merchant's own account in its currency.
    expect(
      records.map((record: Record<string, string>) => [
        record["currency"],
        record["holder"],
        record["accountId"] ?? record["payeeId"],
      ]),
    ).toEqual([
      ["CNY", HOLDERS.zh, accountId],
      ["JPY", HOLDERS.en, payeeId],
      ["USD", HOLDERS.en, payeeId],
    ]);
    // Payments abroad have the address of the account's holder.
    const abroad = { country: "HK", town: "Hong Kong", address: "1 Queen's Road Central" };
    expect(records).toMatchObject([{ currency: "CNY" }, abroad, abroad]);
    expect(records[0]).not.toHaveProperty("town");
    const list = await maker.call("GET /mer/own/clearing/list", { batchNo, totals: 1 });
    expect(list.map).toMatchObject({ total: 3, sums: { amount: { CNY: "1000.00", USD: "500.00", JPY: "12000" } } });

    const all = { ids: records.map((record: { orderNo: string }) => record.orderNo), event: "pass" };
    expect((await maker.confirmed(review, all)).code).toBe(4118);
    expect((await checker.confirmed(review, all)).code).toBe(2000);
    await server.worker.drain();
    for (const [currency, spent] of [
      ["CNY", 1010],
      ["USD", 515],
      ["JPY", 14_000],
    ] as const) {
      const after = await wallet(currency);
      expect(Number(before[currency].balance) - Number(after.balance)).toBeCloseTo(spent, 2);
      expect(after.unavailable).toBe(before[currency].unavailable);
    }
    const { orderNo } = records[0];
    const detail = await maker.call("GET /mer/own/clearing/detail", { orderNo });
    expect(detail.map.timeline.map(({ event }: { event: string }) => event)).toEqual(["apply", "pass", "sent", "paid"]);
    expect(JSON.stringify(detail.map.receipt)).toContain(batchNo);
    const solo = await server.as("solo");
    expect((await solo.call("GET /mer/own/clearing/detail", { orderNo })).code).toBe(4119);
    const file = await maker.call("GET /mer/own/clearing/export", { batchNo, format: "csv" });
    expect(file.bytes.toString("utf8").trim().split("\n")).toHaveLength(4);
  });

  it("settles each order by itself when one bank refuses and another pays", async () => {
    const before = await wallet("USD");
    const { records } = (await maker.confirmed(call, body(["USD", "100.20"], ["CNY", "100.00"]))).map;
    const [cny, usd] = records;
    expect(await settle(usd.orderNo)).toMatchObject({ status: "failed", reason: "收款账户已销户", reasonCode: "AC04" });
    expect(await settle(cny.orderNo)).toMatchObject({ status: "done" });
    expect(await wallet("USD")).toEqual(before);
  });

  it("can be returned days later, less the correspondent's charge", async () => {
    const before = await wallet("USD");
    const { records } = (await maker.confirmed(call, body(["USD", "100.50"]))).map;
    await settle(records[0].orderNo);
    await server.sandbox!.clock.advance(5 * 86_400_000);
    await server.worker.drain();
    const record = (await maker.call("GET /mer/own/clearing/detail", { orderNo: records[0].orderNo })).map.record;
    expect(record).toMatchObject({ status: "failed", charge: "15.00" });
    // Fees and charges are not refunded: 15.00 each.
    expect(Number(before.balance) - Number((await wallet("USD")).balance)).toBeCloseTo(30, 2);
  });

  it("returns nothing when the correspondent's charge exceeds the amount", async () => {
    const before = await wallet("USD");
    const { records } = (await maker.confirmed(call, body(["USD", "10.50"]))).map;
    await settle(records[0].orderNo);
    await server.sandbox!.clock.advance(5 * 86_400_000);
    await server.worker.drain();
    expect(
      (await maker.call("GET /mer/own/clearing/detail", { orderNo: records[0].orderNo })).map.record,
    ).toMatchObject({ status: "failed", charge: "10.50" });
    expect(Number(before.balance) - Number((await wallet("USD")).balance)).toBeCloseTo(25.5, 2);
  });

  it("returns everything when it is rejected with a reason or cancelled by its number [C58]", async () => {
    const before = await wallet("CNY");
    const { records } = (await maker.confirmed(call, body(["CNY", "300.00"], ["USD", "50.00"]))).map;
    expect(
      (await checker.call(review, { id: records[0].orderNo, event: "reject", reason: "账户有误" })).map.record,
    ).toMatchObject({ status: "rescinded", reason: "账户有误" });
    expect((await maker.call("POST /m/sys/order/cancel", { orderNo: records[1].orderNo })).map.record.status).toBe(
      "rescinded",
    );
    expect(await wallet("CNY")).toEqual(before);
    expect((await checker.confirmed(review, { id: records[0].orderNo, event: "pass" })).code).toBe(4120);
  });

  it("is created once, however often it is sent", async () => {
    const sent = body(["CNY", "20.00"]);
    const headers = { proof: await maker.proof(call, sent), "idempotency-key": "clearing-once" };
    const first = await maker.call(call, sent, headers);
    const again = await maker.call(call, sent, headers);
    expect(again.map).toEqual(first.map);
    expect((await maker.call("GET /mer/own/clearing/list", { batchNo: first.map.batchNo, totals: 1 })).map.total).toBe(
      1,
    );
  });
});

describe("a rejected clearing stores and posts nothing", () => {
  async function refused(sent: Record<string, unknown>, ...expected: [at: string, code: string, message: string][]) {
    const before = await stored();
    const answer = await maker.confirmed(call, sent);
    expect(answer.code).toBe(4000);
    expect(answer.map.errors.map(({ at, code, message }: Record<string, string>) => [at, code, message])).toEqual(
      expected,
    );
    expect(await stored()).toBe(before);
  }
  it("for more than the withdrawable balance, reported on its line even if the other line could be paid [M11 V3]", async () => {
    await refused(body(["CNY", "100.00"], ["USD", "999999.00"]), ["/wallets/1/amount", "withdrawable", "可用余额不足"]);
    await refused(
      body(["USD", "999999.00"], ["CNY", "2000001.00"]),
      ["/wallets/1/amount", "singleMax", "单笔最多 2,000,000.00"],
      ["/wallets/1/amount", "withdrawable", "可用余额不足"],
      ["/wallets/0/amount", "withdrawable", "可用余额不足"],
    );
  });
  it("for amounts under 10 or under the channel's minimum [V2 V3 K10]", async () => {
    await refused(body(["USD", "9.99"]), ["/wallets/0/amount", "formatMinimum", "至少 10"]);
    await refused(body(["JPY", "999"]), ["/wallets/0/amount", "singleMin", "单笔至少 1,000"]);
  });
  it("for a repeated currency, a currency without terms, no account, or another merchant's account [M17 M18]", async () => {
    await refused(body(["USD", "50.00"], ["USD", "60.00"]), ["/wallets", "oncePerCurrency", "每个币种只能填写一行"]);
    await refused(body(["NZD", "50.00"]), ["/wallets/0/currency", "feeSet", "这个币种还没有为您开通"]);
    await refused({ ...body(["CNY", "50.00"]), accountId: undefined }, ["/accountId", "required", "请选择提现账户"]);
    await refused({ ...body(["USD", "50.00"]), payeeId: undefined }, ["/payeeId", "required", "请选择提现账户"]);
    const solo = await server.as("solo");
    const theirs = (await solo.call("GET /mer/account/list")).map.list[0].id;
    await refused({ ...body(["USD", "50.00"], ["CNY", "50.00"]), accountId: theirs }, [
      "/accountId",
      "reference",
      "没有找到，可能已被删除",
    ]);
  });
  it("for a third party's account, or US dollars into an RMB account", async () => {
    const [supplier, harbor] = [
      (await maker.call("GET /mer/account/list")).map.list.find(
        ({ holder }: { holder: string }) => holder !== HOLDERS.zh,
      ).id,
      await accountAbroad(server, maker, "Blue Harbor Trading Ltd", "808123456002"),
    ];
    await refused({ ...body(["CNY", "50.00"]), accountId: supplier }, [
      "/accountId",
      "ownAccount",
      "只能提现到本公司账户，户名须与商户名称一致",
    ]);
    const change = (data: string) =>
      server.db.query(`UPDATE e_remit_payee SET data = (data::jsonb ${data})::json WHERE id = $1`, [payeeId]);
    await change("- 'city'");
    await refused(body(["USD", "50.00"]), [
      "/payeeId",
      "payeeTown",
      "这个账户的地址缺少城市，银行会拒绝付款。请先在收款人详情中补全地址，不用重新审核。",
    ]);
    await change(`|| '{"city":"Hong Kong"}'`);
    await refused({ ...body(["USD", "50.00"]), payeeId: harbor }, [
      "/payeeId",
      "ownAccountAbroad",
      "只能提现到本公司账户，户名须与商户英文名称一致",
    ]);
    await refused({ ...body(["USD", "50.00"]), payeeId: accountId }, [
      "/payeeId",
      "reference",
      "没有找到，可能已被删除",
    ]);
  });
  it("without a proof of the payment password [P4]", async () => {
    const before = await stored();
    expect((await maker.call(call, body(["USD", "50.00"]))).code).toBe(4124);
    expect(await stored()).toBe(before);
    expect(await server.monitor.check()).toEqual([]);
  });
});
