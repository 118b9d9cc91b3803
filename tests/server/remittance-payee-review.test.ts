/**
 * Remittances to a payee whose review is not complete: money on hold meanwhile, every outcome of the review, and changes
 * of the payee.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { awaitStatus } from "./await-status.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

const REVIEW = "POST /mer/gep/remittance/reexamine";
const COMPLETE = "POST /mer/own/remitPayee/complete";
let server: TestServer;
let maker: Client;
let checker: Client;
let payerId: string;
beforeAll(async () => {
  server = await startTestServer();
  [maker, checker] = await Promise.all([server.as("maker"), server.as("checker")]);
  await server.db.tx((tx) =>
    post(tx, {
      tenant: "100001",
      kind: "book",
      order: { kind: "recharge", id: "RC-USD" },
      step: "book",
      at: server.clock.now(),
      lines: [{ from: "nostro", to: "avail", currency: "USD", amount: 1_000_000_00n }],
    }),
  );
  const payer = { type: "00", actualName: "张建国", bankName: "招商银行" };
  payerId = (await maker.call("POST /mer/payaccount/save", payer)).map.record.id;
  await server.worker.drain();
});
afterAll(() => server.stop());

const figures = async () => {
  const { balance, withdrawable, unavailable } = (await maker.call("GET /mer/wallet/one", { currency: "USD" })).map
    .record;
  return { balance: Number(balance), withdrawable: Number(withdrawable), unavailable: Number(unavailable) };
};
const detail = async (orderNo: string) => (await maker.call("GET /mer/gep/remittance/getDetails", { orderNo })).map;
const apply = async (payeeId: string) => {
  const order = { payerId, payeeId, currency: "USD", amount: "1000.00", feeBearing: "SHA", purpose: "project" };
  const answer = await maker.confirmed("POST /mer/gep/remittance/apply", { ...order, contractNo: "INV-1" });
  expect(answer, JSON.stringify(answer.map)).toMatchObject({ code: 2000 });
  return answer.map.record;
};
const reaches = async (orderNo: string, status: string) =>
  (await awaitStatus(server, () => detail(orderNo), status)) as Shown;
interface Shown {
  record: Record<string, unknown>;
  timeline: { event: string }[];
  outcome?: { said?: string; why?: string; money?: string; field?: string };
}
const events = ({ timeline }: Pick<Shown, "timeline">) => timeline.map(({ event }) => event);
const findingsNow = () => verifyAll(server.db, server.schemas);

describe("a remittance to a payee in review", () => {
  let number = 7_000;
  const addPayee = async (payeeName: string) => {
    await maker.call("POST /mer/inter/remit/st01", {
      type: "01",
      payeeName,
      companyName: payeeName,
      country: "US",
      city: "New York",
      address: "350 Fifth Avenue, Suite 3301",
    });
    const added = await maker.call("POST /mer/inter/remit/st02", {
      account: `00012345${++number}`,
      swift: "CHASUS33",
      bankName: "JPMorgan Chase Bank",
      branchCode: "021000021",
      feeBearing: "SHA",
    });
    expect(added.map.record.status).toBe("notAudited");
    return String(added.map.record.accountId);
  };
  /** Approves an order to a new payee, whose review has not begun because no job has run. */
  const wait = async (payeeName: string) => {
    const payeeId = await addPayee(payeeName);
    const before = await figures();
    const { orderNo } = await apply(payeeId);
    const passed = await checker.confirmed(REVIEW, { id: orderNo, event: "pass" });
    expect(passed.map.record).toMatchObject({ status: "pending", review: "passed", checker: "李慧" });
    expect(await figures()).toEqual({
      balance: before.balance,
      withdrawable: before.withdrawable - 1026,
      unavailable: before.unavailable + 1026,
    });
    return { payeeId, orderNo, before };
  };
  /** Removes what payees and orders of earlier versions lack. */
  const dropTown = (payeeId: string) =>
    server.db.query("UPDATE e_remit_payee SET data = (data::jsonb - 'city')::json WHERE id = $1", [payeeId]);
  const dropAddress = async (orderNo: string) => {
    await server.db.query("UPDATE e_remittance SET data = (data::jsonb - 'city' - 'address')::json WHERE id = $1", [
      orderNo,
    ]);
    await server.db.query("DELETE FROM order_frozen WHERE order_id = $1", [orderNo]);
    await server.db.query("DELETE FROM schema_lock WHERE entity = '(frozen)'");
  };
  const runAgain = async () => {
    await server.db.query("UPDATE job SET state = 'open', attempts = 0 WHERE kind = 'lifecycle.cascade'");
    await server.worker.drain();
  };

  it("waits with the money on hold and goes out once the payee is approved, however often that is said [F5]", async () => {
    const { orderNo, before } = await wait("Harbor Lane LLC");
    const done = await reaches(orderNo, "done");
    expect(events(done)).toEqual(["apply", "pass", "payeePassed", "sent", "paid"]);
    const after = { ...before, balance: before.balance - 1026, withdrawable: before.withdrawable - 1026 };
    expect(await figures()).toEqual(after);
    await runAgain();
    expect(events((await detail(orderNo)) as Shown)).toEqual(events(done));
    expect(await figures()).toEqual(after);
  });

  it("waits a working day for a payee whose simulated review takes one", async () => {
    const { payeeId, orderNo } = await wait("Slow Tide LLC");
    await server.worker.drain();
    expect((await detail(orderNo)).record.status).toBe("pending");
    const { map } = await maker.call("GET /mer/inter/remit/getAccountList", { accountId: payeeId });
    expect(map.list).toEqual([expect.objectContaining({ payeeName: "Slow Tide LLC", status: "pending" })]);
    await server.sandbox!.clock.advance(4 * 86_400_000);
    await reaches(orderNo, "done");
  });

  it("goes out when the payee was approved while the order was being approved", async () => {
    const { payeeId, orderNo } = await wait("Lighthouse Row LLC");
    // The payee's own event found no order yet, so only the order's look at the payee remains.
    await server.db.query("UPDATE job SET state = 'done' WHERE kind = 'party.review' AND state = 'open'");
    await server.db.query("UPDATE e_remit_payee SET status = 'passed' WHERE id = $1", [payeeId]);
    await reaches(orderNo, "done");
    // The books' proofs compare statuses with events, and this payee was approved without one.
    await server.db.query("UPDATE e_remit_payee SET status = 'notAudited' WHERE id = $1", [payeeId]);
  });

  it("fails and releases the money when the payee is rejected", async () => {
    const { orderNo, before } = await wait("Reject Stores LLC");
    const failed = await reaches(orderNo, "failed");
    expect(failed.outcome).toMatchObject({
      said: "收款人未通过审核：资料与登记信息不符。",
      field: "payeeId",
      money: expect.stringMatching(/^1,026\.00\sUSD 已退回可用余额，手续费未收取。$/),
    });
    expect(await figures()).toEqual(before);
    await runAgain();
    expect(await figures()).toEqual(before);
    expect(await findingsNow()).toEqual([]);
  });

  it("fails when the payee's details change, because nobody has reviewed those of the order", async () => {
    const { payeeId, orderNo, before } = await wait("Quayside Goods LLC");
    const amend = (accountId: string) =>
      maker.confirmed("POST /mer/own/remitPayee/update", { accountId, account: `00012345${++number}` });
    expect((await amend(payeeId)).code).toBe(2000);
    const failed = await reaches(orderNo, "failed");
    expect(failed.outcome).toMatchObject({ said: "付款未成功：收款人资料在提交后改过。" });
    expect(failed.outcome).not.toHaveProperty("field");
    // The same before approval: the approver's decision finds other details than the order's.
    const other = await addPayee("Breakwater Supply LLC");
    const early = await apply(other);
    await amend(other);
    await server.worker.drain();
    const passed = await checker.confirmed(REVIEW, { id: early.orderNo, event: "pass" });
    expect(passed.map.record).toMatchObject({ status: "failed", reasonCode: "XN05" });
    expect(await figures()).toEqual(before);
  });

  it("asks once for the city of a payee of an earlier version, without a new review, and waiting orders take it", async () => {
    const payeeId = await addPayee("Tidewater Goods LLC");
    await server.worker.drain();
    const before = await figures();
    const [waiting, approved] = [await apply(payeeId), await apply(payeeId)];
    await dropTown(payeeId);
    for (const { orderNo } of [waiting, approved]) await dropAddress(orderNo);
    const order = { payerId, payeeId, currency: "USD", amount: "1000.00", feeBearing: "SHA", purpose: "project" };
    const refused = await maker.confirmed("POST /mer/gep/remittance/apply", { ...order, contractNo: "INV-2" });
    expect(refused.map.errors).toEqual([expect.objectContaining({ at: "/payeeId", code: "payeeTown" })]);
    // An approved order waits, since the bank would refuse it.
    const passed = await checker.confirmed(REVIEW, { id: approved.orderNo, event: "pass" });
    expect(passed.map.record).toMatchObject({ status: "pending", review: "passed" });
    await server.worker.drain();
    expect((await detail(approved.orderNo)).record.status).toBe("pending");

    const complete = (input: object) => maker.confirmed(COMPLETE, { id: payeeId, ...input });
    expect((await maker.call(COMPLETE, { id: payeeId, city: "New York" })).code).toBe(4124);
    expect((await complete({ postcode: "10118" })).map.errors).toEqual([
      expect.objectContaining({ at: "/city", code: "required" }),
    ]);
    const found = (await complete({ city: "New York", postcode: "10118" })).map.record;
    expect(found).toMatchObject({ status: "passed", city: "New York", postcode: "10118" });
    expect((await complete({ city: "Boston" })).code).toBe(4120);
    const done = await reaches(approved.orderNo, "done");
    expect(events(done)).toEqual(["apply", "pass", "payeePassed", "sent", "paid"]);
    const address = { city: "New York", postcode: "10118", address: "350 Fifth Avenue, Suite 3301" };
    for (const { orderNo } of [waiting, approved]) expect((await detail(orderNo)).record).toMatchObject(address);
    expect((await checker.confirmed(REVIEW, { id: waiting.orderNo, event: "pass" })).map.record.status).toBe(
      "processing",
    );
    await reaches(waiting.orderNo, "done");
    expect((await figures()).balance).toBe(before.balance - 2 * 1026);
    expect(await findingsNow()).toEqual([]);
  });

  it("takes the address of its payee when it was submitted in an earlier version", async () => {
    const payeeId = await addPayee("Spring Tide LLC");
    await server.worker.drain();
    const { orderNo } = await apply(payeeId);
    await dropAddress(orderNo);
    await checker.confirmed(REVIEW, { id: orderNo, event: "pass" });
    expect((await reaches(orderNo, "done")).record).toMatchObject({ country: "US", city: "New York" });
  });

  it("can be cancelled while it waits, and lapses after 30 days without an answer", async () => {
    const first = await wait("Mole End LLC");
    expect((await maker.call("POST /m/sys/order/cancel", { orderNo: first.orderNo })).map.record.status).toBe(
      "rescinded",
    );
    expect(await figures()).toEqual(first.before);
    const { orderNo } = await wait("Far Pier LLC");
    await server.db.query("UPDATE job SET state = 'done' WHERE kind = 'party.review' AND state = 'open'");
    await server.sandbox!.clock.advance(30 * 86_400_000 + 1);
    await server.worker.drain();
    const lapsed = await reaches(orderNo, "rescinded");
    expect(events(lapsed)).toEqual(["apply", "pass", "payeeUnanswered"]);
    expect(lapsed.outcome?.money).toMatch(/^1,026\.00\sUSD 已退回可用余额/);
    expect(await findingsNow()).toEqual([]);
  });
});
