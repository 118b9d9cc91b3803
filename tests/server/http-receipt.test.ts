/** Receipt of a paid order: where the money went, in both languages for every reader, with a code that changes with the facts only. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EntityRow } from "../../src/contract/calls.ts";
import type { Receipt } from "../../src/engine/index.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

/** Field of the order's amount. */
const AMOUNT: keyof EntityRow<"withdrawal"> = "amount";

const first = async (status: string): Promise<EntityRow<"withdrawal">> => {
  const [order] = (await maker.ask("withdrawal.list", { status, size: 20 })).list;
  if (!order) throw new Error(`no order is ${status}`);
  return order;
};
const detail = (orderNo: string, lang = "zh") => {
  maker.lang = lang;
  return maker.ask("withdrawal.detail", { orderNo });
};

describe("a receipt", () => {
  it("reads the same in either language of the reader, names the merchant and the state, and says where the money went", async () => {
    const { orderNo } = await first("done");
    const [zh, en] = [await detail(orderNo!, "zh"), await detail(orderNo!, "en")];
    expect(en.receipt).toEqual(zh.receipt);
    const receipt = zh.receipt as Receipt;
    expect(receipt).toMatchObject({
      title: { zh: "人民币付款", en: "CNY payment" },
      number: orderNo,
      status: { zh: "已完成", en: "Done" },
    });
    expect(receipt.merchant).not.toBe("");
    expect(receipt.completedAt).toBe(new Date(zh.timeline.at(-1)?.at ?? "").toISOString());
    expect(receipt.code).toMatch(/^([0-9A-F]{4} ){7}[0-9A-F]{4}$/);
    const lines = receipt.groups.flatMap((group) => group.lines);
    expect(zh.record.account).toMatch(/^\d{4} \*{4} \*{4} \d{4}$/);
    expect(lines.find((line) => line.name === "account")?.text).toEqual({
      zh: zh.record.account,
      en: zh.record.account,
    });
    expect(receipt.covered).toBe(true);
    expect(lines.find((line) => line.name === AMOUNT)).toMatchObject({
      label: { zh: "付款金额", en: "Amount" },
      currency: "CNY",
      value: zh.record.amount,
    });
    for (const line of lines)
      expect([line.label.zh, line.label.en].every((words) => words !== "" && !words.startsWith("field."))).toBe(true);
    expect(receipt.groups.map((group) => group.label?.en)).toEqual(["Order", "Payee", "Amount"]);
  });

  it("has a code of its own for every order, the same at every look", async () => {
    const orders = (await maker.call("GET /mer/gep/withdraw/page", { status: "done", size: 20 })).map.list.slice(
      0,
      5,
    ) as { orderNo: string }[];
    const codes = [];
    for (const { orderNo } of orders) codes.push((await detail(orderNo)).receipt?.code);
    expect(new Set(codes).size).toBe(orders.length);
    expect((await detail(orders[0]!.orderNo)).receipt?.code).toBe(codes[0]);
    const [{ data = {} } = {}] = await server.db.query<{ data: Partial<EntityRow<"withdrawal">> }>(
      "SELECT data FROM e_withdrawal WHERE id = $1",
      [orders[0]!.orderNo],
    );
    const store = (changed: Partial<EntityRow<"withdrawal">>) =>
      server.db.query("UPDATE e_withdrawal SET data = $2 WHERE id = $1", [orders[0]!.orderNo, changed]);
    await store({ ...data, amount: "999999.00" });
    expect((await detail(orders[0]!.orderNo)).receipt?.code).not.toBe(codes[0]);
    await store(data);
  });

  it("is not there before the end, nor for an order that failed", async () => {
    for (const status of ["toBeReviewed", "failed", "rescinded"]) {
      const { orderNo } = await first(status);
      expect((await detail(orderNo)).receipt, status).toBeUndefined();
    }
  });

  it("counts its prints, and is printed for nobody else and not before its time", async () => {
    const { orderNo } = await first("done");
    const print = async (client: Client, id: string) =>
      client.call("POST /mer/own/withdrawal/print", { id }, { "idempotency-key": crypto.randomUUID() });
    expect([(await print(maker, orderNo)).map.print, (await print(maker, orderNo)).map.print]).toEqual([1, 2]);
    const { orderNo: waiting } = await first("toBeReviewed");
    expect((await print(maker, waiting)).code).toBe(4119);
    expect((await print(await server.as("solo"), orderNo)).code).toBe(4119);
  });

  it("of an account is a sheet of its details, for an open account alone", async () => {
    const { list } = (await maker.call("GET /mer/wallet/bank/account", { size: 20 })).map as {
      list: { id: string; status: string }[];
    };
    const receiptOf = async (status: string) =>
      (
        await maker.call("GET /mer/own/receivingAccount/detail", {
          id: list.find((account) => account.status === status)!.id,
        })
      ).map.receipt as Receipt;
    const receipt = await receiptOf("completed");
    expect(receipt).toMatchObject({ title: { zh: "收款账户信息", en: "Account details" }, named: true });
    expect([receipt.status, receipt.completedAt]).toEqual([undefined, undefined]);
    expect(receipt.groups.flatMap((group) => group.lines.map((line) => line.name))).toEqual(
      expect.arrayContaining(["holder", "account", "bank", "swift", "bankAddress", "country"]),
    );
  });

  it("the detail of a plain record says its version, and a change of an older one is refused", async () => {
    const { id } = (await maker.call("GET /mer/account/page", { size: 20 })).map.list[0];
    const { version } = (await maker.call("GET /mer/own/bankAccount/detail", { id })).map;
    expect(version).toBeGreaterThan(0);
    expect((await maker.call("POST /mer/account/update", { id, version, label: "甲" })).code).toBe(2000);
    expect((await maker.call("POST /mer/account/update", { id, version, label: "乙" })).code).toBe(4137);
  });
});
