/**
 * Collections over HTTP: announcements, documents, lists, exports, receipts, and every refusal for calls that bypass
 * the forms.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiveMoney } from "../../server/payments/collect/sandbox/deposit.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let solo: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  [maker, solo] = await Promise.all([server.as("maker"), server.as("solo")]);
});
afterAll(() => server.stop());

const ANNOUNCE = "POST /mer/wallet/recharge";
const LIST = "GET /mer/records/query/recharge/records/page";
const UPLOAD = "POST /mer/pyIncomeOrder/uploadSubmit";
const own = {
  remitterName: "Nordwind Handels GmbH",
  remitterAccount: "DE89370400440532013000",
  currency: "USD",
  amount: "1200.10",
  businessType: "generalTrade",
  contractNo: "QH-2026-0417",
  receiptNo: "INV-88012",
  postscript: "Invoice INV-88012",
};
const wallet = async () => (await maker.call("GET /mer/wallet/one", { currency: "USD" })).map.record;
const detail = async (id: string, who = maker) =>
  (await who.call("GET /mer/own/recharge/detail", { serialNo: id })).map;
const arrive = async (amount: string, currency = "USD") => {
  const [id] = await server.db.tx((tx) =>
    receiveMoney(
      tx,
      { tenant: "100001", currency, amount, remitter: "Copper Kettle Stores Inc" },
      server.app.services,
      server.clock.now(),
    ),
  );
  await settled(id!);
  return id!;
};
/** Runs the simulated bank's jobs for an order. */
const settled = (id: string) =>
  expect
    .poll(async () => {
      await server.worker.drain();
      return ["pending", "processing", "toBeReviewed"].includes((await detail(id)).record.status);
    })
    .toBe(false);
const count = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_recharge"))[0]!.n);
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
async function upload(who: Client, purpose: string, name = "合同.pdf", content = pdf) {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob([content]), name);
  return who.send("POST", "/mer/own/file", { body: form });
}

it("reports for every currency whether it has terms in force and an open account", async () => {
  const { currencies } = (await maker.call("GET /mer/own/context", { entity: "recharge" })).map;
  const { list } = (await maker.call("GET /mer/wallet/bank/account", { size: 100 })).map;
  const open = new Set(
    list
      .filter(({ status }: { status: string }) => status === "completed")
      .map(({ currency }: { currency: string }) => currency),
  );
  expect(open.size).toBeGreaterThan(1);
  expect(Object.keys(currencies)).toHaveLength(30);
  for (const [code, { account }] of Object.entries<{ account: boolean }>(currencies))
    expect([code, account]).toEqual([code, open.has(code)]);
  expect(currencies["USD"]).toMatchObject({ channel: true, account: true, balance: (await wallet())!.withdrawable });
  expect(currencies["AUD"]).toMatchObject({ channel: true, account: false });
  expect(currencies["NOK"]).toMatchObject({ channel: false, account: false });
});

let announced = "";
it("announces a deposit once per key, shows its fee and moves nothing [C39 F2]", async () => {
  const before = await wallet();
  const key = randomUUID();
  const first = await maker.call(ANNOUNCE, own, { "idempotency-key": key });
  expect(first).toMatchObject({
    code: 2000,
    map: {
      record: {
        ...own,
        remitterAccount: "DE89 **** **** 3000",
        status: "pending",
        booking: "notBooked",
        fee: "5.00",
        maker: "陈明",
      },
    },
  });
  const again = await maker.call(ANNOUNCE, own, { "idempotency-key": key });
  expect(again.map).toEqual(first.map);
  announced = first.map.record.serialNo;
  expect(await wallet()).toEqual(before);
});

it.each([
  ["no remitter", { remitterName: undefined }, "/remitterName", "required"],
  ["no business type", { businessType: undefined }, "/businessType", "required"],
  [
    "a business type that is not supported [V23 M15]",
    { businessType: "gambling" },
    "/businessType",
    "options",
    "暂不支持这类业务，请选择电商或一般贸易",
  ],
  ["an amount under ten [V2]", { amount: "9.99", currency: "CNY" }, "/amount", "genericMin", "至少 10.00"],
  [
    "an amount under the channel's single minimum [V3]",
    { amount: "99.99", currency: "HKD" },
    "/amount",
    "singleMin",
    "单笔至少 100.00",
  ],
  ["an amount over the channel's single maximum [V3]", { amount: "1000000.01" }, "/amount", "singleMax"],
  ["a currency without terms [M18]", { currency: "NOK" }, "/currency", "terms", "这个币种还没有为您开通"],
  [
    "a currency whose account is not open yet",
    { currency: "AUD" },
    "/currency",
    "account",
    "还没有这个币种的收款账户，请先开立账户",
  ],
  ["a third decimal", { amount: "12.005" }, "/amount", "minorUnits"],
  ["an unknown field", { netAmountt: "1" }, "/netAmountt", "additionalProperties"],
  ["an unknown trade document [V24]", { tradeDocument: "f_01JD2Q8Z4N7V" }, "/tradeDocument", "file"],
])("rejects %s", async (_name, change, at, code, message?: string) => {
  const before = await count();
  const answer = await maker.call(ANNOUNCE, { ...own, ...change }, { "idempotency-key": randomUUID() });
  expect(answer.code).toBe(4000);
  expect(answer.map.errors).toContainEqual(expect.objectContaining({ at, code, ...(message ? { message } : {}) }));
  expect(await count()).toBe(before);
});

it("rejects an announcement without a receiving account, and opens the first account free of charge", async () => {
  const fresh = await server.as("failed");
  await server.db.query("UPDATE merchant SET user_status = 1 WHERE id = '100005'");
  server.app.services.sessions.invalidate();
  await server.sandbox!.grantDefaultTerms(server.db, "100005");
  const before = await count();
  const refused = await fresh.call(ANNOUNCE, own, { "idempotency-key": randomUUID() });
  expect([refused.status, refused.code, refused.message]).toEqual([200, 4144, "还没有收款账户，请先开立账户。"]);
  expect(await count()).toBe(before);
  expect((await fresh.call("GET /mer/own/context", { entity: "recharge", currency: "USD" })).map.receiving).toEqual({
    open: false,
    inCurrency: false,
  });
  expect((await maker.call("GET /mer/own/context", { entity: "recharge", currency: "USD" })).map.receiving).toEqual({
    open: true,
    inCurrency: true,
  });

  // Opening an account is possible, because money for its fee cannot have arrived yet.
  const [licence, attachment] = [
    (await upload(fresh, "networkLicence")).map.id,
    (await upload(fresh, "networkAttachment")).map.id,
  ];
  const { code, map } = await fresh.call("POST /mer/networkAccess/add", {
    institution: "HKPB",
    businessType: "ecommerce",
    companyName: "Ningbo Yuanfan Import and Export Co., Ltd.",
    currencies: [{ currency: "USD" }],
    licence,
    attachment,
    contactName: "周敏",
    contactEmail: "zhou@example.com",
    contactPhone: "+8613800138003",
  });
  expect([code, map.record?.openingFee]).toEqual([2000, "0.00"]);
  await server.worker.drain();
  expect((await fresh.confirmed("POST /mer/networkAccess/openAcc", { id: map.record.orderNo })).code).toBe(2000);
  await server.worker.drain();
  const announced = await fresh.call(ANNOUNCE, own, { "idempotency-key": randomUUID() });
  expect(announced).toMatchObject({ code: 2000, map: { record: { status: "pending" } } });
  await server.worker.drain();
});

it("ignores booking, status and received amounts sent by a user", async () => {
  const answer = await maker.call(
    ANNOUNCE,
    { ...own, amount: "55.10", status: "done", booking: "booked", actualAmount: "55.10", netAmount: "55.10" },
    { "idempotency-key": randomUUID() },
  );
  expect(answer.map.record).toMatchObject({ status: "pending", booking: "notBooked" });
  expect(answer.map.record.actualAmount).toBeUndefined();
  expect(answer.map.record.netAmount).toBeUndefined();
});

it("rejects a fee other than the current one", async () => {
  const answer = await maker.call(ANNOUNCE, { ...own, fee: "1.00" }, { "idempotency-key": randomUUID() });
  expect(answer).toMatchObject({ code: 4131, map: { field: "fee", confirmed: "1.00", actual: "5.00" } });
});

it("cancels an announced deposit by its number [C58]", async () => {
  const made = await maker.call(ANNOUNCE, { ...own, amount: "60.10" }, { "idempotency-key": randomUUID() });
  const answer = await maker.call(
    "POST /m/sys/order/cancel",
    { orderNo: made.map.record.serialNo },
    { "idempotency-key": randomUUID() },
  );
  expect(answer).toMatchObject({ code: 2000, map: { record: { status: "rescinded", booking: "notBooked" } } });
});

it("requests the trade voucher, accepts it with a detail file, reviews and books [C110 V24 S2 S3]", async () => {
  const before = await wallet();
  const id = await arrive("5000.40");
  expect(await detail(id)).toMatchObject({
    record: { status: "waitingCredentials", booking: "toBeBooked" },
    events: [{ event: "upload", needs: ["tradeDocument"], takes: ["detailFile"] }],
  });
  const seen = await wallet();
  expect(Number(seen.unavailable) - Number(before.unavailable)).toBeCloseTo(5000.4, 2);
  expect(seen.withdrawable).toBe(before.withdrawable);

  const without = await maker.call(UPLOAD, { id });
  expect(without).toMatchObject({
    code: 4000,
    map: { errors: [{ at: "/tradeDocument", code: "required", message: "请上传贸易单据" }] },
  });
  const theirs = await upload(solo, "trade");
  const foreign = await maker.call(UPLOAD, { id, tradeDocument: theirs.map.id });
  expect(foreign.map.errors).toEqual([expect.objectContaining({ at: "/tradeDocument", code: "file" })]);
  const other = await upload(maker, "tradeDetail", "明细.pdf");
  const wrong = await maker.call(UPLOAD, { id, tradeDocument: other.map.id });
  expect(wrong.map.errors).toEqual([expect.objectContaining({ at: "/tradeDocument", code: "file" })]);
  expect((await detail(id)).record.status).toBe("waitingCredentials");

  const voucher = await upload(maker, "trade");
  expect(voucher.code).toBe(2000);
  const sent = await maker.call(UPLOAD, {
    id,
    tradeDocument: voucher.map.id,
    detailFile: other.map.id,
    netAmount: "1",
  });
  expect(sent).toMatchObject({
    code: 2000,
    map: {
      record: {
        status: "toBeReviewed",
        booking: "toBeBooked",
        tradeDocument: voucher.map.id,
        detailFile: other.map.id,
      },
    },
  });
  await settled(id);
  const done = await detail(id);
  expect(done).toMatchObject({
    record: { status: "done", booking: "booked", netAmount: "4995.40" },
    labels: { tradeDocument: { [voucher.map.id]: "合同.pdf" }, detailFile: { [other.map.id]: "明细.pdf" } },
  });
  expect(done.timeline.map((entry: { event: string }) => entry.event)).toEqual([
    "received",
    "askDocuments",
    "upload",
    "pass",
    "book",
  ]);
  const after = await wallet();
  expect(Number(after.withdrawable) - Number(before.withdrawable)).toBeCloseTo(4995.4, 2);
  expect(after.unavailable).toBe(before.unavailable);
});

it.each([
  ["a program", "voucher.exe", Buffer.from("MZ")],
  ["a text file named PDF", "voucher.pdf", Buffer.from("hello")],
])("rejects %s as a trade voucher [V14 M13]", async (_name, name, content) => {
  expect(await upload(maker, "trade", name, content)).toMatchObject({
    code: 4110,
    message: "打不开这种文件，请换一个文件。",
  });
});

it("returns a masked receipt with every amount of a booked collection", async () => {
  const id = await arrive("640.60");
  const { record, receipt } = await detail(id);
  expect(record).toMatchObject({
    status: "done",
    actualAmount: "637.60",
    difference: "3.00",
    fee: "5.00",
    netAmount: "632.60",
  });
  const text = JSON.stringify(receipt);
  for (const part of [id, "640.60", "637.60", "632.60", "Copper Kettle Stores Inc"]) expect(text).toContain(part);
});

it("lists, filters and sums collections at both paths [C63 C109 H9]", async () => {
  const query = { booking: "booked", currency: "USD", totals: 1, size: 100 };
  const [page, income] = [await maker.call(LIST, query), await maker.call("GET /mer/pyIncomeOrder/page", query)];
  expect(page.map).toEqual(income.map);
  expect(page.map.total).toBeGreaterThan(10);
  const sum = page.map.list.reduce((total: number, row: { netAmount: string }) => total + Number(row.netAmount), 0);
  expect(Number(page.map.sums.netAmount.USD)).toBeCloseTo(sum, 2);
  expect(page.map.list.find((row: { remitterAccount?: string }) => row.remitterAccount)?.remitterAccount).toContain(
    "****",
  );
});

it("exports all rows of the filtered list [C65]", async () => {
  const query = { status: "done", currency: "EUR", totals: 1 };
  const page = await maker.call(LIST, query);
  const file = await maker.call("GET /mer/records/query/rechargeRecordsDerive", { ...query, format: "csv" });
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
  expect(file.bytes.toString("utf8").trim().split("\n").length - 1).toBe(page.map.total);
});

it("links every wallet movement to an existing record", async () => {
  const rows = await server.db.query<{ n: string }>(
    "SELECT count(*) AS n FROM ledger_txn t WHERE t.order_kind = 'recharge' AND NOT EXISTS (SELECT 1 FROM e_recharge r WHERE r.m = t.m AND r.id = t.order_id)",
  );
  expect(rows[0]!.n).toBe("0");
});

it("reports another merchant's order as not found", async () => {
  expect((await solo.call("GET /mer/own/recharge/detail", { serialNo: announced })).code).toBe(4119);
  expect((await solo.call(UPLOAD, { id: announced, tradeDocument: "x" })).code).toBe(4119);
  expect((await solo.call("POST /m/sys/order/cancel", { orderNo: announced })).code).toBe(4119);
  expect((await solo.call(LIST, { q: announced, totals: 1 })).map.total).toBe(0);
});

it("rejects a merchant that is not certified [M7]", async () => {
  const fresh = await server.as("new");
  expect(await fresh.call(ANNOUNCE, own)).toMatchObject({ status: 303, code: 4103 });
  expect(await fresh.call(LIST)).toMatchObject({ status: 303 });
});

it("the demo history contains every status and booking [S2 S3]", async () => {
  const states = await server.db.query("SELECT DISTINCT status FROM e_recharge WHERE m = '100001' ORDER BY 1");
  expect(states.map((row) => row.status)).toEqual(
    expect.arrayContaining([
      "done",
      "failed",
      "investigating",
      "pending",
      "processing",
      "rescinded",
      "waitingCredentials",
    ]),
  );
});
