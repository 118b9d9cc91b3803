/**
 * Remittances over HTTP: both axes, the money after each step, every outcome of the simulated banks, and every refusal
 * for calls that bypass the forms.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { Decimal, type Row } from "@portolan/engine";
import { awaitStatus } from "./await-status.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

const APPLY = "POST /mer/gep/remittance/apply";
const REVIEW = "POST /mer/gep/remittance/reexamine";
const US = {
  type: "01",
  payeeName: "Blue Harbor Trading LLC",
  companyName: "Blue Harbor Trading LLC",
  country: "US",
  state: "New York",
  city: "New York",
  postcode: "10118",
  address: "350 Fifth Avenue, Suite 3301",
};
const US_BANK = {
  account: "000123456789",
  swift: "CHASUS33",
  bankName: "JPMorgan Chase Bank",
  branchCode: "021000021",
  feeBearing: "SHA",
};

let server: TestServer;
let maker: Client;
let checker: Client;
let solo: Client;
let own: {
  payerId: string;
  payeeId: string;
  currency: string;
  amount: string;
  feeBearing: string;
  purpose: string;
  contractNo: string;
};
beforeAll(async () => {
  server = await startTestServer();
  [maker, checker, solo] = await Promise.all([server.as("maker"), server.as("checker"), server.as("solo")]);
  for (const [currency, amount] of [
    ["USD", 1_000_000_00n],
    ["EUR", 100_000_00n],
    ["JPY", 1_000_000n],
  ] as const) {
    await server.db.tx((tx) =>
      post(tx, {
        tenant: "100001",
        kind: "book",
        order: { kind: "recharge", id: `RC-${currency}` },
        step: "book",
        at: server.clock.now(),
        lines: [{ from: "nostro", to: "avail", currency, amount }],
      }),
    );
  }
  const payer = await maker.call("POST /mer/payaccount/save", {
    type: "00",
    actualName: "张建国",
    bankName: "招商银行",
  });
  await maker.call("POST /mer/inter/remit/st01", US);
  const payee = await maker.call("POST /mer/inter/remit/st02", US_BANK);
  await server.worker.drain();
  own = {
    payerId: payer.map.record.id,
    payeeId: payee.map.record.accountId,
    currency: "USD",
    amount: "1000.00",
    feeBearing: "SHA",
    purpose: "goods",
    contractNo: "INV-1",
  };
});
afterAll(() => server.stop());

const figures = async (currency = "USD") => {
  const { balance, withdrawable, unavailable } = (await maker.call("GET /mer/wallet/one", { currency })).map.record;
  return { balance: Number(balance), withdrawable: Number(withdrawable), unavailable: Number(unavailable) };
};
const detail = async (orderNo: string, who = maker) =>
  (await who.call("GET /mer/gep/remittance/getDetails", { orderNo })).map;
const apply = async (change: object = {}) => {
  const answer = await maker.confirmed(APPLY, { ...own, ...change });
  expect(answer, JSON.stringify(answer.map)).toMatchObject({ code: 2000 });
  return answer.map.record;
};
const pass = async (id: string) =>
  expect(await checker.confirmed(REVIEW, { id, event: "pass" })).toMatchObject({
    code: 2000,
    map: { record: { status: "processing", review: "passed" } },
  });
const reaches = async (orderNo: string, status: string) =>
  ({ orderNo, ...(await awaitStatus(server, () => detail(orderNo), status)) }) as Shown;
interface Shown {
  orderNo: string;
  record: Row;
  timeline: { event: string }[];
  events: { event: string }[];
  receipt?: unknown;
  outcome?: { said?: string; why?: string; money?: string };
}
/** Prepares and approves an order, then runs the jobs of the simulated banks. */
const through = async (change: object, status: string) => {
  const { orderNo } = await apply(change);
  await pass(orderNo);
  return reaches(orderNo, status);
};
const later = (days: number) => server.sandbox!.clock.advance(days * 86_400_000 + 1);
const events = ({ timeline }: Pick<Shown, "timeline">) => timeline.map(({ event }) => event);
const findingsNow = () => verifyAll(server.db, server.schemas);
const count = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_remittance"))[0]!.n);

describe("a remittance", () => {
  it("is held, reviewed on a separate axis, sent and credited, and has a receipt [C87 C88 C89 C91 F5 S2 S4 R22 P1]", async () => {
    const before = await figures();
    const order = await apply();
    expect(order).toMatchObject({
      status: "toBeReviewed",
      review: "notAudited",
      payerName: "张建国",
      payeeName: US.payeeName,
      country: "US",
      state: "New York",
      city: "New York",
      postcode: "10118",
      address: US.address,
      swift: "CHASUS33",
      fee: "26.00",
      fullAmountFee: "0.00",
      debit: "1026.00",
      maker: "陈明",
    });
    expect(await figures()).toEqual({
      balance: before.balance,
      withdrawable: before.withdrawable - 1026,
      unavailable: before.unavailable + 1026,
    });
    const { orderNo } = order;

    // The queue belongs to the checker: reading it marks orders as pending, reading the maker's list does not.
    const queue = (who: Client) =>
      who.call("POST /mer/gep/remittance/reexamineList", { size: 20 }, { "idempotency-key": randomUUID() });
    expect((await queue(maker)).code).toBe(4118);
    const seen = (await queue(checker)).map.list.find((row: { orderNo: string }) => row.orderNo === orderNo);
    expect(seen).toMatchObject({ status: "toBeReviewed", review: "pending", account: "0001 **** **** 6789" });
    expect((await detail(orderNo)).record).toMatchObject({ status: "toBeReviewed", review: "pending" });
    await queue(checker);

    expect((await maker.confirmed(REVIEW, { id: orderNo, event: "pass" })).code).toBe(4118);
    await pass(orderNo);
    const done = await reaches(orderNo, "done");
    expect(done.record).toMatchObject({ status: "done", review: "passed", checker: "李慧" });
    expect(done.record.uetr).toMatch(/^[0-9a-f-]{36}$/);
    expect(events(done)).toEqual(["apply", "opened", "pass", "sent", "paid"]);
    // An order leaves the queue once it is decided.
    expect((await queue(checker)).map.list.map((row: { orderNo: string }) => row.orderNo)).not.toContain(orderNo);
    expect(await figures()).toEqual({
      balance: before.balance - 1026,
      withdrawable: before.withdrawable - 1026,
      unavailable: before.unavailable,
    });
    const receipt = JSON.stringify(done.receipt);
    for (const part of [orderNo, done.record.uetr, "1000.00", "26.00"]) expect(receipt).toContain(part);
    expect(receipt).not.toContain(US_BANK.account);
  });

  it("rejected by the checker with a reason returns everything [C89 S4 S13]", async () => {
    const before = await figures();
    const { orderNo } = await apply();
    expect((await checker.call(REVIEW, { id: orderNo, event: "reject" })).code).toBe(4000);
    const rejected = await checker.call(REVIEW, { id: orderNo, event: "reject", reason: "合同金额不符" });
    expect(rejected).toMatchObject({
      code: 2000,
      map: { record: { status: "rescinded", review: "failed", reason: "合同金额不符" } },
    });
    expect(await figures()).toEqual(before);
    expect((await checker.confirmed(REVIEW, { id: orderNo, event: "pass" })).code).toBe(4120);
  });

  it("can be cancelled by its number only before approval [C58 S2]", async () => {
    const before = await figures();
    const { orderNo } = await apply();
    expect(await maker.call("POST /m/sys/order/cancel", { orderNo })).toMatchObject({
      code: 2000,
      map: { record: { status: "rescinded", review: "notAudited" } },
    });
    expect(await figures()).toEqual(before);
    const other = await apply({ amount: "1000.10" });
    await pass(other.orderNo);
    expect((await maker.call("POST /m/sys/order/cancel", { orderNo: other.orderNo })).code).toBe(4120);
  });

  it("is created once per idempotency key [F5]", async () => {
    const body = { ...own, amount: "321.00" };
    const key = randomUUID();
    const first = await maker.confirmed(APPLY, body, key);
    const again = await maker.call(APPLY, body, { "idempotency-key": key });
    expect(again.map).toEqual(first.map);
  });

  it("in full costs 40 dollars more, converted at the day's rate, and requires OUR [K15 K19]", async () => {
    const usd = await apply({ feeBearing: "OUR", fullAmount: true });
    expect(usd).toMatchObject({
      fullAmount: true,
      fullAmountRate: "1",
      fullAmountFee: "40.00",
      fee: "26.00",
      correspondentFee: "25.00",
      debit: "1091.00",
      payeeAmount: "1000.00",
    });
    const before = await figures("EUR");
    const eur = await apply({ currency: "EUR", feeBearing: "OUR", fullAmount: true });
    const rate = Number(eur.fullAmountRate);
    expect(rate).toBeGreaterThan(0.5);
    expect(rate).toBeLessThan(1.5);
    expect(Number(eur.fullAmountFee)).toBeCloseTo(40 * rate, 2);
    expect(Number(eur.debit)).toBeCloseTo(1000 + 21 + 20 + Number(eur.fullAmountFee), 2);
    expect((await figures("EUR")).unavailable - before.unavailable).toBeCloseTo(Number(eur.debit), 2);
    // The charge is based on the day's rate, whatever the market does.
    await server.sandbox!.feed.set({ base: "USD", quote: "EUR" }, Decimal.of("1.4"));
    expect((await apply({ currency: "EUR", feeBearing: "OUR", fullAmount: true })).fullAmountRate).toBe(
      eur.fullAmountRate,
    );
    const before2 = await count();
    for (const feeBearing of ["SHA", "BEN"]) {
      const refused = await maker.confirmed(APPLY, { ...own, feeBearing, fullAmount: true });
      expect([refused.code, refused.map.errors]).toEqual([
        4000,
        [
          expect.objectContaining({
            at: "/fullAmount",
            code: "fullAmountOur",
            message: "全额到账只能选“我方全付 (OUR)”",
          }),
        ],
      ]);
    }
    expect(await count()).toBe(before2);
    const wrong = await maker.confirmed(APPLY, {
      ...own,
      currency: "EUR",
      feeBearing: "OUR",
      fullAmount: true,
      fullAmountFee: "1.00",
    });
    expect(wrong.code).toBe(4131);
  });

  it.each([
    ["SHA", "1026.00", "1000.00", "0.00"],
    ["OUR", "1051.00", "1000.00", "25.00"],
    ["BEN", "1000.00", "974.00", "0.00"],
  ])(
    "with %s charges debits %s and credits the payee %s [K19]",
    async (feeBearing, debit, payeeAmount, correspondentFee) => {
      const before = await figures();
      const order = await apply({ feeBearing });
      expect(order).toMatchObject({ amount: "1000.00", fee: "26.00", debit, payeeAmount, correspondentFee });
      expect(await figures()).toMatchObject({
        balance: before.balance,
        unavailable: expect.closeTo(before.unavailable + Number(debit), 2),
      });
      expect((await checker.confirmed(REVIEW, { id: order.orderNo, event: "pass" })).code).toBe(2000);
      expect((await reaches(order.orderNo, "done")).receipt).toBeDefined();
      const moved = await server.db.query(
        "SELECT p.name, sum(p.amount) AS sum FROM ledger_posting p JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id WHERE t.order_id = $1 GROUP BY p.name ORDER BY p.name",
        [order.orderNo],
      );
      const cents = (amount: string) => amount.replace(".", "");
      expect(moved).toEqual([
        { name: "avail", sum: `-${cents(debit)}` },
        { name: "fee", sum: String(Number(cents(debit)) - Number(cents(payeeAmount))) },
        { name: "hold", sum: "0" },
        { name: "nostro", sum: cents(payeeAmount) },
      ]);
      expect(await findingsNow()).toEqual([]);
    },
  );

  it("with BEN is returned less the charge, and an older order without these amounts completes", async () => {
    const before = await figures();
    const back = await through({ amount: "1000.50", feeBearing: "BEN" }, "done");
    await later(5);
    await reaches(back.orderNo, "failed");
    expect(before.withdrawable - (await figures()).withdrawable).toBeCloseTo(26 + 15, 2);

    const old = await apply();
    await server.db.query(
      "UPDATE e_remittance SET data = CAST(CAST(data AS jsonb) - 'payeeAmount' - 'correspondentFee' AS json) WHERE id = $1",
      [old.orderNo],
    );
    // It was made before orders were digested, and no migration has digested it yet.
    await server.db.query("DELETE FROM order_frozen WHERE order_id = $1", [old.orderNo]);
    await server.db.query("DELETE FROM schema_lock WHERE entity = '(frozen)'");
    expect((await checker.confirmed(REVIEW, { id: old.orderNo, event: "pass" })).code).toBe(2000);
    await reaches(old.orderNo, "done");
    expect(await findingsNow()).toEqual([]);
  });

  it("with OUR costs the channel's correspondent fee, or the single fee again when there is none", async () => {
    const set = (more: string) =>
      server.db.query(
        `UPDATE e_channel SET data = CAST(CAST(data AS jsonb) ${more} AS json) WHERE m = '100001' AND f_product = 'remittance' AND f_currency = 'EUR'`,
      );
    await set(`|| '{"correspondentFee":"7.00"}'`);
    expect(await apply({ currency: "EUR", feeBearing: "OUR" })).toMatchObject({
      fee: "21.00",
      correspondentFee: "7.00",
      debit: "1028.00",
    });
    await set("- 'correspondentFee'");
    expect(await apply({ currency: "EUR", feeBearing: "OUR" })).toMatchObject({
      fee: "21.00",
      correspondentFee: "20.00",
      debit: "1041.00",
    });
  });

  it("is found by both axes, counted and exported [C90 C92 S4]", async () => {
    const page = await maker.call("GET /mer/gep/remittance/page", { review: "failed", totals: 1 });
    expect(page.map.total).toBe(1);
    expect(page.map.list[0]).toMatchObject({ status: "rescinded", review: "failed" });
    expect((await solo.call("GET /mer/gep/remittance/page", { totals: 1 })).map.total).toBe(0);
    const file = await maker.call("GET /mer/gep/remittance/loadExcel", { format: "csv", review: "failed" });
    const text = file.bytes.toString("utf8");
    expect(text).toContain("审核未通过");
    expect(
      text
        .trim()
        .split("\n")
        .filter((line: string) => line.includes("RM2")).length,
    ).toBe(1);
  });
});

describe("the simulated banks", () => {
  beforeEach(() => server.worker.drain());
  it.each([
    ["20", "AC04"],
    ["21", "BE01"],
    ["22", "RC01"],
  ])("reject .%s and return everything [S2]", async (ending, code) => {
    const before = await figures();
    const order = await through({ amount: `1000.${ending}` }, "failed");
    expect(order.record).toMatchObject({
      status: "failed",
      reasonCode: code,
      bankText: expect.stringMatching(/^[A-Z ]+$/),
    });
    expect(await figures()).toEqual(before);
  });

  it("keep .10 waiting until the next day [S2]", async () => {
    const order = await through({ amount: "1000.10" }, "waitingAsync");
    expect(order.record.review).toBe("passed");
    await later(1);
    const { record, outcome } = await reaches(order.orderNo, "done");
    expect([record.reason, record.reasonCode, outcome]).toEqual([undefined, undefined, undefined]);
  });

  it("explain a failure in the reader's language, and report from the ledger where money and fee are", async () => {
    const refused = await through({ amount: "1000.21" }, "failed");
    const inEnglish = async (orderNo: string) => {
      maker.lang = "en";
      const said = await detail(orderNo).finally(() => (maker.lang = "zh"));
      return said as Shown & { record: Row };
    };
    expect(refused.record).toMatchObject({
      reason: "户名与账号不符",
      reasonCode: "BE01",
      bankText: "NAME DOES NOT MATCH ACCOUNT",
    });
    expect(refused.outcome).toMatchObject({
      why: "户名与账号不符",
      field: "payeeName",
      money: "1,026.21\u00a0USD 已退回可用余额，手续费未收取。",
    });
    const english = await inEnglish(refused.orderNo);
    expect([english.outcome, english.timeline.at(-1)]).toEqual([
      expect.objectContaining({
        said: "The payment didn't go through: the name does not match the account.",
        why: "the name does not match the account",
        money: "1,026.21\u00a0USD is back in your available balance; no fee was charged.",
      }),
      expect.objectContaining({ event: "refused", reason: "the name does not match the account" }),
    ]);
    const [notice] = (await maker.call("GET /mer/own/notification/list", { q: refused.orderNo })).map.list;
    expect(notice).toMatchObject({ reason: "户名与账号不符", money: refused.outcome!.money });
    // Orders from before reason codes have the same text in both languages.
    for (const [old, zh, en] of [
      [
        "BE01 户名与账号不符 / name does not match the account",
        "户名与账号不符",
        "the name does not match the account",
      ],
      ["代理行退回 / sent back by a correspondent", "代理行退回", "sent back by a correspondent"],
      ["合同 A / B 版不一致", "合同 A / B 版不一致", "合同 A / B 版不一致"],
    ] as const) {
      const { reasonCode: _code, bankText: _text, ...left } = refused.record;
      await server.db.query("UPDATE e_remittance SET data = $2 WHERE id = $1", [
        refused.orderNo,
        JSON.stringify({ ...left, reason: old }),
      ]);
      await server.db.query("UPDATE order_event SET reason = $2 WHERE order_id = $1 AND event = 'refused'", [
        refused.orderNo,
        old,
      ]);
      const [own, other] = [await detail(refused.orderNo), await inEnglish(refused.orderNo)];
      expect([own.record.reason, own.timeline.at(-1).reason, other.record.reason, other.outcome!.why]).toEqual([
        zh,
        zh,
        en,
        en,
      ]);
    }
  });

  it("investigate .30 for a working day [S2]", async () => {
    const order = await through({ amount: "1000.30" }, "investigating");
    await later(4);
    expect(events(await reaches(order.orderNo, "done"))).toEqual([
      "apply",
      "pass",
      "investigate",
      "cleared",
      "sent",
      "paid",
    ]);
  });

  it("request documents for .40, which must be the merchant's own file [S2 V24]", async () => {
    const order = await through({ amount: "1000.40" }, "waitingCredentials");
    expect(order.record.reason).toContain("贸易合同");
    expect(order.events.map(({ event }) => event)).toContain("supply");
    const SUPPLY = "POST /mer/own/remittance/supply";
    expect((await maker.call(SUPPLY, { id: order.orderNo })).map.errors).toEqual([
      expect.objectContaining({ at: "/credentials", code: "required", message: "请上传单据" }),
    ]);
    expect((await maker.call(SUPPLY, { id: order.orderNo, credentials: "F-nobody" })).code).toBe(4000);
    const form = new FormData();
    form.append("purpose", "remittance.credentials");
    form.append(
      "file",
      new Blob([Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")]),
      "invoice.pdf",
    );
    const file = await maker.send("POST", "/mer/own/file", { body: form });
    expect((await maker.call(SUPPLY, { id: order.orderNo, credentials: file.map.id })).map.record).toMatchObject({
      status: "toReviewCredentials",
    });
    const credentials = { id: order.orderNo, event: "passCredentials" };
    expect((await checker.call("POST /mer/own/remittance/reviewCredentials", credentials)).map.record).toMatchObject({
      status: "processing",
    });
    const stored = async () =>
      (await server.db.query("SELECT data FROM e_remittance WHERE id = $1", [order.orderNo]))[0]!.data;
    await reaches(order.orderNo, "done");
    for (const name of ["reason", "reasonCode", "bankText"]) expect(await stored()).not.toHaveProperty(name);
  });

  it("return .50 after it was credited, less the correspondent's charge [S2]", async () => {
    const before = await figures();
    const order = await through({ amount: "1000.50" }, "done");
    await later(5);
    const back = await reaches(order.orderNo, "failed");
    expect(back.record.correspondentCharge).toBe("15.00");
    expect(back.outcome).toMatchObject({
      why: "收款行退回，未说明原因",
      money: "985.50\u00a0USD 已退回可用余额，手续费 26.00\u00a0USD 不退。",
    });
    const after = await figures();
    expect(before.withdrawable - after.withdrawable).toBeCloseTo(26 + 15, 2);
    expect(after.unavailable).toBe(before.unavailable);
  });

  it("return .51 in transit, less the correspondent's charge, which has no decimals in yen [S2]", async () => {
    const before = await figures("JPY");
    const order = await through({ currency: "JPY", amount: "20051" }, "failed");
    expect(order.record.correspondentCharge).toBe("1500");
    const after = await figures("JPY");
    expect(before.withdrawable - after.withdrawable).toBe(3020 + 1500);
    expect(after.unavailable).toBe(before.unavailable);
  });

  it("raise the charge of .70, which is held only once the approver accepts [S2]", async () => {
    const before = await figures();
    const order = await through({ amount: "1000.70" }, "toBeConfirmed");
    expect(order.record).toMatchObject({ formerFee: "26.00", fee: "31.00", debit: "1031.70" });
    expect(await figures()).toMatchObject({ unavailable: expect.closeTo(before.unavailable + 1026.7, 2) });
    const CONFIRM = "POST /mer/own/remittance/confirm";
    expect((await maker.confirmed(CONFIRM, { id: order.orderNo })).code).toBe(4118);
    expect((await checker.call(CONFIRM, { id: order.orderNo })).code).toBe(4124);
    expect((await checker.confirmed(CONFIRM, { id: order.orderNo })).map.record).toMatchObject({
      status: "processing",
    });
    expect(await figures()).toMatchObject({ unavailable: expect.closeTo(before.unavailable + 1031.7, 2) });
    await reaches(order.orderNo, "done");
    expect((await figures()).balance).toBeCloseTo(before.balance - 1031.7, 2);
    const other = await through({ amount: "1100.70" }, "toBeConfirmed");
    expect(await maker.call("POST /m/sys/order/cancel", { orderNo: other.orderNo })).toMatchObject({
      map: { record: { status: "rescinded" } },
    });
    expect((await figures()).unavailable).toBeCloseTo(before.unavailable, 2);
  });

  it("keep the books balanced, and verification detects a modified axis [S4 S13]", async () => {
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
    // The server's own check would also detect it, and block the merchant.
    await server.monitor.stop();
    const { orderNo } = await apply();
    const write = (review: string) =>
      server.db.query(
        "UPDATE e_remittance SET data = CAST(replace(CAST(data AS text), $2, $3) AS json) WHERE id = $1",
        [orderNo, review, review.includes("notAudited") ? '"review":"passed"' : '"review":"notAudited"'],
      );
    await write('"review":"notAudited"');
    expect(await verifyAll(server.db, server.schemas)).toEqual([
      expect.objectContaining({
        rule: expect.stringContaining("I6"),
        detail: expect.stringContaining("review is passed"),
      }),
    ]);
    await write('"review":"passed"');
    expect(await verifyAll(server.db, server.schemas)).toEqual([]);
  });
});

describe("a rejected remittance stores and posts nothing", () => {
  it.each([
    ["no payer", { payerId: undefined }, "/payerId", "required"],
    ["no payee [M17 V23]", { payeeId: undefined }, "/payeeId", "required", "请选择收款人"],
    ["an unknown payee", { payeeId: "RP0" }, "/payeeId", "reference"],
    ["no amount", { amount: undefined }, "/amount", "required"],
    ["an amount under ten [V2 K10]", { amount: "9.99" }, "/amount", "singleMin"],
    ["an amount under the channel's minimum [V3]", { amount: "49.99" }, "/amount", "singleMin", "单笔至少 50.00"],
    ["an amount over the channel's maximum [V3]", { amount: "500000.01" }, "/amount", "singleMax"],
    [
      "an amount over the balance [M10]",
      { currency: "EUR", amount: "499999.00" },
      "/amount",
      "balance",
      "可用余额不足",
    ],
    ["a currency without terms [M18]", { currency: "CNY" }, "/currency", "rateSet", "这个币种还没有为您开通"],
    ["an unknown bearer of charges [K19]", { feeBearing: "ALL" }, "/feeBearing", "enum"],
    ["an unknown purpose [K20]", { purpose: "fun" }, "/purpose", "options"],
    [
      "neither documents nor a contract number [V24]",
      { contractNo: undefined },
      "/tradeDocuments",
      "required",
      "请上传贸易单据，或填写合同号或发票号",
    ],
    ["unknown documents [V24]", { tradeDocuments: "F-1" }, "/tradeDocuments", "file"],
    ["a postscript outside the SWIFT character set", { postscript: "货款" }, "/postscript", "pattern"],
  ])("with %s", async (_what, change, at, code, message?: string) => {
    const before = [await figures(), await figures("EUR"), await count()];
    const answer = await maker.confirmed(APPLY, { ...own, ...change });
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toContainEqual(expect.objectContaining({ at, code, ...(message ? { message } : {}) }));
    expect([await figures(), await figures("EUR"), await count()]).toEqual(before);
  });

  it("without payment password or certification, or on another merchant's order [M7 V23]", async () => {
    expect((await maker.call(APPLY, own)).code).toBe(4124);
    const fresh = await server.as("new");
    expect((await fresh.call(APPLY, own)).status).toBe(303);
    const { orderNo } = await apply();
    expect((await solo.call("GET /mer/gep/remittance/getDetails", { orderNo })).code).toBe(4119);
    expect((await solo.confirmed(REVIEW, { id: orderNo, event: "pass" })).code).toBe(4119);
    expect((await solo.call("POST /m/sys/order/cancel", { orderNo })).code).toBe(4119);
  });

  it("for a blocked payee, and on approval when the payee was blocked in the meantime [S4]", async () => {
    const { orderNo } = await apply({ amount: "777.00" });
    expect((await maker.call("POST /mer/inter/remit/delByAccontId", { accountId: own.payeeId })).code).toBe(4134);
    await maker.confirmed("POST /mer/own/remitPayee/update", {
      accountId: own.payeeId,
      payeeName: "Sanction Holdings Ltd",
    });
    await expect
      .poll(async () => {
        await server.worker.drain();
        return (await maker.call("GET /mer/own/remitPayee/detail", { accountId: own.payeeId })).map.record.status;
      })
      .toBe("blocked");
    const failed = await reaches(orderNo, "failed");
    expect(failed.record).toMatchObject({ payeeName: US.payeeName, reason: "名称命中制裁名单" });
    expect(failed.outcome).toMatchObject({
      said: "收款人未通过审核：名称命中制裁名单。",
      money: expect.stringMatching(/^802\.78\sUSD 已退回可用余额/),
    });
    expect((await checker.confirmed(REVIEW, { id: orderNo, event: "pass" })).code).toBe(4120);
    const early = await maker.confirmed(APPLY, { ...own, amount: "778.00" });
    expect(early.map.errors).toEqual([
      expect.objectContaining({ at: "/payeeId", code: "where", message: "这个收款人未通过审核，不能付款" }),
    ]);
  });
});
