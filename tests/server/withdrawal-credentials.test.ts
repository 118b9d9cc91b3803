/**
 * A payment whose bank requests documents (.40): requested, supplied by the merchant, paid; and refusals in between.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let orderNo = "";
const supply = "POST /mer/own/withdrawal/supply";
const wallet = async () =>
  (await maker.call("GET /mer/wallet/one", { currency: "CNY" })).map.record as {
    withdrawable: string;
    unavailable: string;
  };
const detail = async () => (await maker.call("GET /mer/gep/withdraw/detail", { orderNo })).map;
async function upload(who: Client, purpose = "paymentCredentials") {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob([Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")]), "合同.pdf");
  return String((await who.send("POST", "/mer/own/file", { body: form })).map.id);
}

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  await server.db.tx((tx) =>
    post(tx, {
      tenant: "100001",
      kind: "opening",
      order: { kind: "opening", id: "OB1" },
      step: "CNY",
      at: Date.now(),
      lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 1_000_000n }],
    }),
  );
  const accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
  const made = await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "2000.40" });
  orderNo = made.map.record.orderNo;
  const checker = await server.as("checker");
  await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event: "pass" });
  await server.worker.drain();
});
afterAll(() => server.stop());

it("waits for documents with the bank's question, and keeps the money held [S2]", async () => {
  const { record, events } = await detail();
  expect(record).toMatchObject({ status: "waitingCredentials", question: "请补充贸易合同或发票" });
  expect(events).toEqual([
    expect.objectContaining({ event: "supply", to: "toReviewCredentials", needs: ["credentials"] }),
  ]);
  expect((await wallet()).unavailable).toBe("2012.40");
});

it("rejects a missing file, another merchant's, or one uploaded for another purpose [V24]", async () => {
  const before = await detail();
  const missing = await maker.call(supply, { id: orderNo });
  expect(missing.map.errors).toEqual([
    expect.objectContaining({ at: "/credentials", code: "required", message: "请上传单据" }),
  ]);
  const solo = await server.as("solo");
  for (const file of [await upload(solo), "f_none", await upload(maker, "trade")]) {
    expect((await maker.call(supply, { id: orderNo, credentials: file })).map.errors).toEqual([
      expect.objectContaining({ at: "/credentials", code: "file" }),
    ]);
  }
  expect((await solo.call(supply, { id: orderNo, credentials: await upload(solo) })).code).toBe(4119);
  expect(await detail()).toEqual(before);
});

it("is paid once the documents are supplied and approved, as at its first approval", async () => {
  const credentials = await upload(maker);
  const answer = await maker.call(supply, { id: orderNo, credentials });
  expect(answer.map.record).toMatchObject({ status: "toReviewCredentials", credentials });
  await server.worker.drain();
  expect((await detail()).record.status).toBe("toReviewCredentials");
  const review = "POST /mer/own/withdrawal/reviewCredentials";
  expect((await maker.call(review, { id: orderNo, event: "passCredentials" })).code).toBe(4118);
  const checker = await server.as("checker");
  const before = (await detail()).checkWords;
  expect(before).toMatch(/^\S+( \S+){5}$/);
  const back = await checker.call(review, { id: orderNo, event: "rejectCredentials", reason: "看不清" });
  expect(back.map.record).toMatchObject({ status: "waitingCredentials" });
  const again = await upload(maker);
  expect((await maker.call(supply, { id: orderNo, credentials: again })).map.record.status).toBe("toReviewCredentials");
  const passed = await checker.call(review, { id: orderNo, event: "passCredentials" });
  expect(passed.map.record).toMatchObject({ status: "processing" });
  const { checkWords } = (await checker.call("GET /mer/gep/withdraw/detail", { orderNo })).map;
  expect([(await detail()).checkWords, checkWords === before]).toEqual([checkWords, false]);
  await server.worker.drain();
  const { record, timeline, labels } = await detail();
  expect(record.status).toBe("done");
  expect(timeline.map(({ event }: { event: string }) => event)).toEqual([
    "apply",
    "pass",
    "askDocuments",
    "supply",
    "rejectCredentials",
    "supply",
    "passCredentials",
    "sent",
    "paid",
  ]);
  // A fulfilled request is removed, even for an order that ended before this rule existed and uses its wording.
  expect(record.question || undefined).toBeUndefined();
  await server.db.query("UPDATE e_withdrawal SET data = $2 WHERE id = $1", [
    orderNo,
    JSON.stringify({
      ...record,
      question: "请补充贸易合同或发票 / trade contract or invoice, please",
      reason: "请补充 / please",
    }),
  ]);
  const old = (await detail()).record;
  expect([old.question, old.reason]).toEqual([undefined, undefined]);
  expect(labels.credentials).toEqual({ [again]: "合同.pdf" });
  expect((await wallet()).unavailable).toBe("0.00");
  expect((await maker.call(supply, { id: orderNo, credentials: await upload(maker) })).code).toBe(4120);
});
