/**
 * Money between merchants over HTTP: names, fees, review above the channel's limit, a closed payee, and every refusal.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type Answer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let checker: Client;
let solo: Client;
const PAYEE = "深圳南山星河电子商务有限公司";
const save = "POST /mer/transfer/save";
const order = (more: object = {}) => ({
  kind: "merchant",
  payee: "100002",
  currency: "CNY",
  amount: "100.00",
  purpose: "office",
  postscript: "11 月分成",
  ...more,
});
const wallet = async (who: Client, currency = "CNY") =>
  (await who.call("GET /mer/wallet/one", { currency })).map.record as { withdrawable: string; unavailable: string };
const stored = async () =>
  JSON.stringify([
    await server.db.query("SELECT id, status FROM e_transfer ORDER BY id"),
    await server.db.query("SELECT m, id, balance FROM ledger_account ORDER BY m, id"),
  ]);
const detail = async (who: Client, orderNo: string) => who.call("GET /mer/own/transfer/detail", { orderNo });

beforeAll(async () => {
  server = await startTestServer();
  [maker, checker, solo] = await Promise.all([server.as("maker"), server.as("checker"), server.as("solo")]);
  const { post } = await import("../../server/payments/ledger/post.ts");
  for (const [m, currency, amount] of [
    ["100001", "CNY", 20_000_000n],
    ["100002", "CNY", 1_000_000n],
    ["100001", "JPY", 90_000n],
  ] as const) {
    await server.db.tx((tx) =>
      post(tx, {
        tenant: m,
        kind: "opening",
        order: { kind: "opening", id: `OB${m}${currency}` },
        step: currency,
        at: Date.now(),
        lines: [{ from: "nostro", to: "avail", currency, amount }],
      }),
    );
  }
});
afterAll(() => server.stop());

/** Asserts a refusal without the form: by name, with nothing stored or posted. */
async function refused(body: object, error: { at: string; code: string; message: string }, who = maker): Promise<void> {
  const before = await stored();
  const answer = await who.confirmed(save, body as Record<string, unknown>);
  expect(answer.code).toBe(4000);
  expect(answer.map.errors).toContainEqual(expect.objectContaining(error));
  expect(await stored()).toBe(before);
}

describe("a payee's name", () => {
  it("is returned partly masked, by merchant number or sign-in name [C95]", async () => {
    for (const merchant of ["100002", "solo@demo.portolan", " SOLO@demo.portolan ", "１００００２"]) {
      const answer = await maker.call("GET /mer/transfer/getMerName", { merchant });
      expect(answer).toMatchObject({ code: 2000, map: { merchant: "100002", name: "深圳南山****限公司" } });
      expect(JSON.stringify(answer.map)).not.toContain("星河");
    }
    expect((await maker.call("GET /mer/transfer/getMerName", { merchant: "100002", name: ` ${PAYEE} ` })).code).toBe(
      2000,
    );
  });

  it("is rejected for an unknown merchant or a wrong name [C95 M2 M14]", async () => {
    expect(await maker.call("GET /mer/transfer/getMerName", { merchant: "999999" })).toMatchObject({
      code: 4102,
      message: "没有找到这个商户，请核对商户号或登录邮箱。",
    });
    expect(
      await maker.call("GET /mer/transfer/getMerName", { merchant: "100002", name: "深圳别家公司" }),
    ).toMatchObject({ code: 4111, message: "名称与该商户登记的全称不一致。" });
    maker.lang = "en";
    const english = await maker.call(
      "GET /mer/transfer/getMerName",
      { merchant: "999999" },
      { "accept-language": "en" },
    );
    expect(english.message).toBe("Merchant does not exist!");
    maker.lang = "zh";
  });

  it("is withheld after ten guesses of numbers or names, in every call [C95]", async () => {
    const guesser = await server.as("checker");
    const ask = (path: string, index: number) =>
      guesser.call(
        path,
        path.includes("context") ? { entity: "transfer", merchant: `2000${index}` } : { merchant: `2000${index}` },
      );
    for (let index = 0; index < 10; index++)
      await ask(index % 2 ? "GET /mer/own/context" : "GET /mer/transfer/getMerName", index + 10);
    expect((await ask("GET /mer/transfer/getMerName", 99)).code).toBe(4130);
    expect((await ask("GET /mer/own/context", 99)).code).toBe(4130);
    // Payments addressed to a number or an email address are refused as well.
    for (const payee of ["200099", "nobody@demo.portolan"])
      expect((await guesser.confirmed(save, order({ payee }))).code).toBe(4130);
    expect((await guesser.call("GET /mer/own/context", { entity: "transfer", currency: "CNY" })).code).toBe(2000);
    await server.db.query("DELETE FROM throttle");
    // The name is not revealed to a caller who guesses names for a number.
    const names = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        guesser.call("GET /mer/transfer/getMerName", { merchant: "100002", name: `深圳${index}公司` }),
      ),
    );
    expect(names.map(({ code }) => code).toSorted()).toEqual([...Array(10).fill(4111), 4130]);
    await server.db.query("DELETE FROM throttle");
  });

  it("reports for every currency whether it has terms in force and a balance", async () => {
    const offered = async (client: Client, entity: string) =>
      (await client.call("GET /mer/own/context", { entity })).map.currencies as Record<
        string,
        { channel: boolean; withdrawalRate?: string; wallet: boolean; balance: string }
      >;
    const open = (facts: Awaited<ReturnType<typeof offered>>) =>
      Object.keys(facts)
        .filter((code) => facts[code]!.channel && facts[code]!.wallet)
        .sort();
    const transfers = await offered(maker, "transfer");
    expect(Object.keys(transfers)).toHaveLength(30);
    expect(transfers["GBP"]).toMatchObject({ channel: true, wallet: false, balance: "0.00" });
    expect(transfers["AUD"]).toMatchObject({ channel: false, wallet: false });
    const wallets = (await maker.call("GET /mer/wallet/list", { size: 50 })).map.list as {
      currency: string;
      withdrawable: string;
    }[];
    const spendable = wallets
      .filter(({ withdrawable }) => Number(withdrawable) > 0)
      .map(({ currency }) => currency)
      .sort();
    expect(spendable.length).toBeGreaterThan(1);
    expect(open(transfers)).toEqual(spendable);
    for (const { currency, withdrawable } of wallets)
      expect([currency, transfers[currency]!.balance]).toEqual([currency, withdrawable]);
    const remittances = await offered(maker, "remittance");
    expect(Object.keys(remittances).filter((code) => remittances[code]!.channel)).toHaveLength(8);
    expect(remittances["USD"]).toMatchObject({ withdrawalRate: "0.001" });
    // A form without currencies returns none.
    expect(
      (await maker.call("GET /mer/own/context", { entity: "withdrawal", currency: "CNY" })).map.currencies,
    ).toEqual({});
    // A product that is unavailable there is refused here.
    const { code, map } = await maker.confirmed(save, { ...order(), currency: "AUD" });
    expect([code, map.errors]).toEqual([
      4000,
      expect.arrayContaining([expect.objectContaining({ at: "/currency", message: "这个币种还没有为您开通" })]),
    ]);
  });

  it("is part of the form's context with the facts that the rules need", async () => {
    const { map } = await maker.call("GET /mer/own/context", {
      entity: "transfer",
      currency: "CNY",
      merchant: "100002",
      merchantName: PAYEE,
    });
    expect(map.counterparty).toEqual({
      found: true,
      number: "100002",
      name: "深圳南山****限公司",
      matches: true,
      certified: true,
      own: false,
    });
    expect(map.channel).toMatchObject({ singleFee: "1.00", reviewAbove: "50000.00" });
    const wrong = await maker.call("GET /mer/own/context", {
      entity: "transfer",
      currency: "CNY",
      merchant: "100001",
      merchantName: "别人",
    });
    expect(wrong.map.counterparty).toMatchObject({ own: true, matches: false });
    await server.db.query("DELETE FROM throttle");
  });
});

describe("a transfer", () => {
  let done: Answer;
  it("moves money at once between the wallets, and the fee to the house [C93 R32 F7]", async () => {
    const [ours, theirs] = [await wallet(maker), await wallet(solo)];
    done = await maker.confirmed(save, order({ payeeName: PAYEE }));
    expect(done).toMatchObject({
      code: 2000,
      map: {
        record: {
          status: "done",
          payeeNo: "100002",
          registeredName: "深圳南山****限公司",
          fee: "1.00",
          debit: "101.00",
          maker: "陈明",
        },
      },
    });
    const [after, received] = [await wallet(maker), await wallet(solo)];
    expect(Number(ours.withdrawable) - Number(after.withdrawable)).toBeCloseTo(101, 2);
    expect(after.unavailable).toBe(ours.unavailable);
    expect(Number(received.withdrawable) - Number(theirs.withdrawable)).toBeCloseTo(100, 2);
  });

  it("shows the payer's name in the payee's wallet details, and the postscript in the payer's [F7 H9]", async () => {
    const { orderNo } = done.map.record;
    const [received] = (await solo.call("GET /mer/records/query/wallet/details/page", { orderNo })).map.list;
    expect(received).toMatchObject({
      type: "received",
      account: "avail",
      change: "100.00",
      remark: "杭州启航贸易有限公司 · 11 月分成",
    });
    const own = (await maker.call("GET /mer/records/query/wallet/details/page", { orderNo })).map.list;
    expect(own.map((row: { change: string; remark: string }) => [row.change, row.remark]).sort()).toEqual([
      ["-1.00", "11 月分成"],
      ["-100.00", "11 月分成"],
    ]);
    const [line] = (await solo.call("GET /mer/own/statementLine/list", { orderNo })).map.list;
    expect(line).toMatchObject({ type: "received", party: "杭州启航贸易有限公司", credit: "100.00" });
  });

  it("is listed, totalled and exported, and has a receipt, for the payer only [C94 H9 F9]", async () => {
    const { orderNo } = done.map.record;
    const page = await maker.call("POST /mer/transfer/page", { totals: "1", status: "done", kind: "merchant" });
    expect(page.map).toMatchObject({
      total: 1,
      list: [{ orderNo }],
      sums: { amount: { CNY: "100.00" }, fee: { CNY: "1.00" } },
    });
    expect((await solo.call("POST /mer/transfer/page", { totals: "1" })).map.total).toBe(0);
    const file = await maker.call("GET /mer/own/transfer/export", { status: "done", format: "csv" });
    expect(file.bytes.toString("utf8")).toContain(orderNo);
    const receipt = JSON.stringify((await detail(maker, orderNo)).map.receipt);
    for (const part of [orderNo, "100.00", "深圳南山****限公司"]) expect(receipt).toContain(part);
    expect((await detail(solo, orderNo)).code).toBe(4119);
    expect((await detail(solo, "TR20261121000000000000")).code).toBe(4119);
  });

  it("is created once, however often it is sent", async () => {
    const before = await wallet(maker);
    const body = order({ amount: "11.00" });
    const [proof, key] = [await maker.proof(save, body), "transfer-once"];
    const first = await maker.call(save, body, { proof, "idempotency-key": key });
    const again = await maker.call(save, body, { proof, "idempotency-key": key });
    expect(again.map).toEqual(first.map);
    expect(Number(before.withdrawable) - Number((await wallet(maker)).withdrawable)).toBeCloseTo(12, 2);
  });

  it("has whole amounts in a currency without decimals", async () => {
    const answer = await maker.confirmed(save, order({ currency: "JPY", amount: "500" }));
    expect(answer.map.record).toMatchObject({ status: "done", fee: "20", debit: "520" });
    expect(Number((await wallet(solo, "JPY")).withdrawable)).toBe(500);
  });

  it("adds the payee to recently paid merchants, partly masked [C96]", async () => {
    expect((await maker.call("GET /mer/info/mer/names")).map.list).toEqual([
      { merchant: "100002", name: "深圳南山****限公司" },
    ]);
    expect((await solo.call("GET /mer/info/mer/names")).map.list).toEqual([]);
  });
});

describe("speed remit to a payee at the same bank", () => {
  it("requires the full name and arrives at once up to the channel's limit [R10 F6]", async () => {
    await refused(order({ kind: "sameBank" }), { at: "/payeeName", code: "required", message: "请填写收款商户名称" });
    const answer = await maker.confirmed(save, order({ kind: "sameBank", payeeName: PAYEE, amount: "50000.00" }));
    expect(answer.map.record).toMatchObject({ kind: "sameBank", status: "done" });
    expect((await maker.call("POST /mer/transfer/page", { kind: "sameBank", totals: "1" })).map.total).toBe(1);
  });
});

describe("a transfer above the channel's limit", () => {
  const apply = async (more: object = {}) =>
    (await maker.confirmed(save, order({ amount: "50000.01", ...more }))).map.record;
  it("is reviewed whichever its type, because the form offers both", async () => {
    const before = await wallet(maker);
    const record = await apply({ kind: "sameBank", payeeName: PAYEE });
    expect(record).toMatchObject({ kind: "sameBank", status: "toBeReviewed" });
    await maker.call("POST /mer/own/transfer/cancel", { id: record.orderNo });
    expect(await wallet(maker)).toEqual(before);
  });

  it("must be approved by a second user, and holds the money until then [C93]", async () => {
    const before = await wallet(maker);
    const record = await apply();
    expect(record.status).toBe("toBeReviewed");
    expect(Number((await wallet(maker)).unavailable) - Number(before.unavailable)).toBeCloseTo(50_001.01, 2);
    const theirs = await wallet(solo);
    const body = { id: record.orderNo, event: "pass" };
    expect((await maker.confirmed("POST /mer/own/transfer/review", body)).code).toBe(4118);
    const passed = await checker.confirmed("POST /mer/own/transfer/review", body);
    expect(passed.map.record).toMatchObject({ status: "done", checker: "李慧" });
    expect(Number((await wallet(solo)).withdrawable) - Number(theirs.withdrawable)).toBeCloseTo(50_000.01, 2);
    expect((await wallet(maker)).unavailable).toBe(before.unavailable);
    expect((await checker.confirmed("POST /mer/own/transfer/review", body)).code).toBe(4120);
  });

  it("is rejected only with a reason, and returns everything when rejected or cancelled [C58]", async () => {
    const before = await wallet(maker);
    const record = await apply();
    expect((await checker.call("POST /mer/own/transfer/review", { id: record.orderNo, event: "reject" })).code).toBe(
      4000,
    );
    const rejected = await checker.call("POST /mer/own/transfer/review", {
      id: record.orderNo,
      event: "reject",
      reason: "金额有误",
    });
    expect(rejected.map.record).toMatchObject({ status: "rescinded", reason: "金额有误" });
    const other = await apply();
    expect((await maker.call("POST /m/sys/order/cancel", { orderNo: other.orderNo })).map.record.status).toBe(
      "rescinded",
    );
    expect(await wallet(maker)).toEqual(before);
    expect((await solo.call("POST /m/sys/order/cancel", { orderNo: other.orderNo })).code).toBe(4119);
  });

  it("fails on approval when the payee was closed in the meantime, and moves nothing", async () => {
    const before = await wallet(maker);
    const record = await apply();
    await server.db.query("UPDATE merchant SET user_status = -1 WHERE id = '100002'");
    const passed = await checker.confirmed("POST /mer/own/transfer/review", { id: record.orderNo, event: "pass" });
    await server.db.query("UPDATE merchant SET user_status = 1 WHERE id = '100002'");
    expect(passed.map.record).toMatchObject({ status: "failed", reason: "收款商户未认证或已停用" });
    expect(await wallet(maker)).toEqual(before);
  });
});

describe("a rejected or failed transfer moves nothing", () => {
  it("to an unknown merchant, with a wrong name, or to oneself [M2 M14 C93]", async () => {
    await refused(order({ payee: "999999" }), {
      at: "/payee",
      code: "merchantExists",
      message: "没有找到这个商户，请核对商户号或登录邮箱",
    });
    await refused(order({ payeeName: "深圳别家公司" }), {
      at: "/payeeName",
      code: "merchantName",
      message: "名称与登记的全称不一致，未转账",
    });
    await refused(order({ payee: "maker@demo.portolan" }), {
      at: "/payee",
      code: "notOneself",
      message: "不能转给自己",
    });
  });
  it("under 10, under the channel's minimum, over its limits, or over the balance [V2 V3 K10 M10]", async () => {
    await refused(order({ amount: "9.99" }), { at: "/amount", code: "formatMinimum", message: "至少 10" });
    await refused(order({ amount: "500000.01" }), {
      at: "/amount",
      code: "singleMax",
      message: "单笔最多 500,000.00",
    });
    await refused(order({ amount: "400000.00" }), { at: "/amount", code: "balance", message: "可用余额不足" });
    await server.db.query(
      'UPDATE e_channel SET data = CAST(replace(CAST(data AS text), \'"singleMin":"10.00"\', \'"singleMin":"20.00"\') AS json) WHERE m = \'100001\'',
    );
    await refused(order({ amount: "19.99" }), { at: "/amount", code: "singleMin", message: "单笔至少 20.00" });
    await server.db.query(
      'UPDATE e_channel SET data = CAST(replace(CAST(data AS text), \'"singleMin":"20.00"\', \'"singleMin":"10.00"\') AS json) WHERE m = \'100001\'',
    );
  });
  it("in a currency without terms, of no kind, with other figures than confirmed, or without proof", async () => {
    await refused(order({ currency: "NZD" }), { at: "/currency", code: "feeSet", message: "这个币种还没有为您开通" });
    await refused(order({ kind: undefined }), { at: "/kind", code: "kindChosen", message: "请选择转账方式" });
    const before = await stored();
    expect((await maker.confirmed(save, order({ fee: "0.00" }))).code).toBe(4131);
    expect((await maker.confirmed(save, order({ registeredName: "别家****公司" }))).code).toBe(4131);
    expect((await maker.call(save, order())).code).toBe(4124);
    expect(await stored()).toBe(before);
  });
  it("to a payee that is not certified, which is recorded as failed", async () => {
    const before = await wallet(maker);
    const answer = await maker.confirmed(save, order({ payee: "100004" }));
    expect(answer.map.record).toMatchObject({ status: "failed", reason: "收款商户未认证或已停用" });
    expect(await wallet(maker)).toEqual(before);
    expect(
      (await maker.call("GET /mer/records/query/wallet/details/page", { orderNo: answer.map.record.orderNo })).map.list,
    ).toEqual([]);
    expect(
      (await maker.call("GET /mer/own/transfer/detail", { orderNo: answer.map.record.orderNo })).map.outcome,
    ).toEqual({
      said: "转账未成功：收款商户未认证或已停用。",
      why: "收款商户未认证或已停用",
      money: "没有扣款。",
      field: "payeeNo",
      at: expect.stringMatching(/^\d{4}-.+Z$/),
    });
  });
  it("and the books balance afterwards", async () => {
    expect(await server.monitor.check()).toEqual([]);
  });
});

describe("the receiver of a transfer", () => {
  const received = async (query: object = {}) =>
    (await solo.call("GET /mer/own/transferIn/list", { totals: 1, ...query })).map;
  const shown = "杭州启航贸易有限公司";
  beforeAll(async () => {
    const { post } = await import("../../server/payments/ledger/post.ts");
    await server.db.tx((tx) =>
      post(tx, {
        tenant: "100001",
        kind: "opening",
        order: { kind: "opening", id: "OBmore" },
        step: "CNY",
        at: Date.now(),
        lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 20_000_000n }],
      }),
    );
  });

  it("has a record of the transfer in list, detail, notices, search, receipt, export, home and wallet", async () => {
    const before = (await received()).total;
    const made = await maker.confirmed(save, order({ amount: "123.45", postscript: "季度结算" }));
    const { orderNo } = made.map.record;
    const page = await received();
    expect([page.total, page.list[0]]).toEqual([
      before + 1,
      expect.objectContaining({
        orderNo,
        amount: "123.45",
        currency: "CNY",
        payerNo: "100001",
        payerName: shown,
        postscript: "季度结算",
        status: "done",
      }),
    ]);
    const { record, timeline, receipt } = (await solo.call("GET /mer/own/transferIn/detail", { orderNo })).map;
    expect(Object.keys(record).sort()).toEqual([
      "amount",
      "createdAt",
      "currency",
      "kind",
      "orderNo",
      "payerName",
      "payerNo",
      "postscript",
      "status",
    ]);
    expect(timeline).toEqual([
      expect.objectContaining({ event: "received", from: null, to: "done", by: "record", username: null, name: null }),
    ]);
    expect(receipt.number).toBe(orderNo);
    // Reveals nothing about the payer's user, fee or label.
    expect(JSON.stringify([record, timeline, receipt])).not.toMatch(/陈明|maker@|office|fee|debit/);
    const [notice] = (await solo.call("GET /mer/own/notification/list", { q: orderNo })).map.list;
    expect(notice).toMatchObject({
      entity: "transferIn",
      orderNo,
      title: `${shown}转给您 123.45\u00a0CNY。`,
    });
    expect((await solo.call("GET /mer/own/search", { q: orderNo })).map.list).toEqual([
      expect.objectContaining({ entity: "transferIn", id: orderNo, title: shown }),
    ]);
    const file = await solo.call("GET /mer/own/transferIn/export", { format: "csv", q: orderNo });
    expect(file.bytes.toString("utf8")).toContain(shown);
    expect((await solo.call("GET /mer/home/latelyOrder", { q: orderNo })).map.list).toEqual([
      expect.objectContaining({ entity: "transferIn", party: shown, amount: "123.45" }),
    ]);
    expect((await solo.call("GET /mer/records/query/wallet/details/page", { q: orderNo })).map.list).toEqual([
      expect.objectContaining({ type: "received", entity: "transferIn", orderNo }),
    ]);
    // The payer has the order, but no access to the receiver's record.
    expect((await maker.call("GET /mer/own/transferIn/detail", { orderNo })).code).toBe(4119);
    expect((await solo.call("GET /mer/own/transfer/detail", { orderNo })).code).toBe(4119);
  });

  it("gets the record with the money after approval, and none for a rejected transfer", async () => {
    const before = (await received()).total;
    const waits = (await maker.confirmed(save, order({ amount: "51000.00" }))).map.record;
    expect([waits.status, (await received()).total]).toEqual(["toBeReviewed", before]);
    await checker.confirmed("POST /mer/own/transfer/review", { id: waits.orderNo, event: "pass" });
    expect((await received()).list[0]).toMatchObject({ orderNo: waits.orderNo, amount: "51000.00", payerName: shown });
    const no = (await maker.confirmed(save, order({ amount: "52000.00" }))).map.record;
    await checker.call("POST /mer/own/transfer/review", { id: no.orderNo, event: "reject", reason: "金额不符" });
    await maker.confirmed(save, order({ amount: "53.00", payee: "100004" }));
    expect((await received()).total).toBe(before + 1);
    // One record per payment between merchants, as in the ledger.
    const [{ n }] = (await server.db.query<{ n: string }>(
      "SELECT count(*) AS n FROM ledger_posting WHERE m <> txn_m AND name = 'avail'",
    )) as [{ n: string }];
    const [{ k }] = (await server.db.query<{ k: string }>("SELECT count(*) AS k FROM e_transfer_in")) as [
      { k: string },
    ];
    expect(k).toBe(n);
  });

  it("gets records of transfers made before this feature, once", async () => {
    const { createReceivedTransfers } = await import("../../server/payments/upgrade/received-transfers.ts");
    const rows = () => server.db.query("SELECT m, id, status, created_at, data FROM e_transfer_in ORDER BY m, id");
    const before = await rows();
    await server.db.query("DELETE FROM e_transfer_in");
    await server.db.query("DELETE FROM order_event WHERE order_kind = 'transferIn'");
    expect(await createReceivedTransfers(server.db, server.schemas)).toBe(0);
    await server.db.query("DELETE FROM schema_lock WHERE entity = '(received transfers)'");
    expect(await createReceivedTransfers(server.db, server.schemas)).toBe(before.length);
    const stamps = ({ id, data }: Record<string, any>) => ({ id, ...data, createdAt: undefined });
    expect((await rows()).map(stamps)).toEqual(before.map(stamps));
    expect((await received()).list.length).toBeGreaterThan(0);
  });
});
