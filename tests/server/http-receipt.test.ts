/**
 * Receipt of a paid order: the destination of the money, both languages for every reader, and a code that changes only
 * with the facts.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Decimal, type EntityRow, type Receipt } from "@portolan/engine";
import { listArchive } from "../../server/files/zip.ts";
import { textOfPdf } from "./pdf-text.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

/** Field with the order's amount. */
const AMOUNT: keyof EntityRow<"withdrawal"> = "amount";

/** Parses bytes like the server parses an upload. */
const probe = (bytes: Buffer) => ({
  size: bytes.length,
  head: bytes,
  tail: bytes,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
});

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
  it("is the same for readers of either language, and names the merchant, status and destination of the money", async () => {
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
    expect(receipt.code).toMatch(new RegExp(`^${orderNo}(-[0-9A-F]{4}){4}$`));
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

  it("has a unique, stable code that changes with the figures", async () => {
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
    await store({ ...data, [AMOUNT]: "999999.00" });
    expect((await detail(orders[0]!.orderNo)).receipt?.code).not.toBe(codes[0]);
    await store(data);
  });

  it("does not exist for open, failed or rescinded orders", async () => {
    for (const status of ["toBeReviewed", "failed", "rescinded"]) {
      const { orderNo } = await first(status);
      expect((await detail(orderNo)).receipt, status).toBeUndefined();
    }
  });

  it("counts its prints, and is printed neither for another merchant nor for an unfinished order", async () => {
    const { orderNo } = await first("done");
    const print = async (client: Client, id: string) =>
      client.call("POST /mer/own/withdrawal/print", { id }, { "idempotency-key": crypto.randomUUID() });
    expect([(await print(maker, orderNo)).map.print, (await print(maker, orderNo)).map.print]).toEqual([1, 2]);
    const { orderNo: waiting } = await first("toBeReviewed");
    expect((await print(maker, waiting)).code).toBe(4119);
    expect((await print(await server.as("solo"), orderNo)).code).toBe(4119);
  });

  it("is exported as a bilingual PDF with all lines and its code, several as a zip, and not before completion", async () => {
    const done = (await maker.ask("withdrawal.list", { status: "done", size: 20 })).list.slice(0, 2);
    const [one, other] = done.map(({ orderNo }) => String(orderNo));
    const papers = (ids: string, lang = "zh") => {
      maker.lang = lang;
      return maker.call("GET /mer/gep/withdraw/listExport", { format: "pdf", ids });
    };
    const { bytes, headers } = await papers(one!);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(decodeURIComponent(headers.get("content-disposition")!)).toContain(`人民币付款电子回单 ${one}.pdf`);
    const receipt = (await detail(one!)).receipt as Receipt;
    const text = textOfPdf(bytes);
    const lines = receipt.groups.flatMap((group) => group.lines);
    for (const { label, text: value } of lines.filter(({ name }) => name !== AMOUNT && name !== "orderNo")) {
      expect(text).toContain(`${label.zh} ${label.en}${value.zh}`);
    }
    for (const words of [
      "人民币付款电子回单",
      "CNY payment · Receipt",
      "人民币大写",
      receipt.code,
      "第 1 页，共 1 页 Page 1 of 1",
    ])
      expect(text).toContain(words);
    const several = await papers(`${one},${other}`, "en");
    expect(several.headers.get("content-type")).toBe("application/zip");
    const names = await listArchive(probe(several.bytes));
    expect([...names!.keys()].toSorted()).toEqual(
      [one, other].map((id) => `CNY payment - Receipt ${id}.pdf`).toSorted(),
    );
    const { orderNo } = await first("toBeReviewed");
    expect((await papers(String(orderNo))).code).toBe(4182);
  });

  it("of a month lists all entries between opening and closing balance, and its sums match them", async () => {
    const [month] = (await maker.ask("statement.list", { size: 20 })).list.filter(({ currency }) => currency === "CNY");
    const { bytes } = await maker.call("GET /mer/own/statement/export", { format: "pdf", ids: month!.id });
    const text = textOfPdf(bytes);
    const list: EntityRow<"statementLine">[] = [];
    for (let page = 1; list.length < month!.movements!; page++)
      list.push(
        ...(await maker.ask("statementLine.list", { month: month!.month!, currency: "CNY", size: 100, page })).list,
      );
    expect(list.length).toBe(month!.movements);
    const sum = (field: "credit" | "debit") =>
      list.reduce((all, row) => all.add(Decimal.of(row[field] ?? "0")), Decimal.of("0")).toString();
    expect([sum("credit"), sum("debit")].map(Number)).toEqual([Number(month!.credit), Number(month!.debit)]);
    expect(list[0]!.balance).toBe(month!.closing);
    for (const { orderNo } of list) expect(text.replaceAll("\n", "")).toContain(orderNo);
    for (const words of ["月结单", "Monthly statement", "期初余额 Opening balance", "对方", "Other party"])
      expect(text).toContain(words);
  });

  it("of any period lists its entries between its balances, and is verified by its code", async () => {
    const [month] = (await maker.ask("statement.list", { size: 20 })).list.filter(({ currency }) => currency === "CNY");
    const [from, to] = [`${month!.month}-01`, `${month!.month}-28`];
    const account = await maker.ask("walletStatement", { currency: "CNY", from, to });
    const lines = await maker.ask("statementLine.list", {
      createdAt: `${from}..${to}`,
      currency: "CNY",
      size: 100,
      totals: 1,
    });
    const paper = await maker.ask("periodStatement.detail", { id: account.number! });
    const { opening, credit, debit, closing, movements } = paper.record;
    expect([opening, closing, movements]).toEqual([account.opening, account.closing, lines.total]);
    expect([credit, debit]).toEqual([lines.sums!["credit"]!["CNY"], lines.sums!["debit"]!["CNY"]]);
    const { bytes } = await maker.call("GET /mer/own/periodStatement/export", { format: "pdf", ids: account.number });
    const text = textOfPdf(bytes).replaceAll("\n", "");
    for (const { orderNo } of lines.list) expect(text).toContain(orderNo);
    expect(text).toContain(paper.receipt!.code);
    const found = async (q: string) => (await maker.ask("findRecords", { q })).list.map(({ id, tone }) => [id, tone]);
    expect(await found(paper.receipt!.code)).toEqual([[account.number, "success"]]);
    expect(await found(paper.receipt!.code.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")))).toEqual([
      [account.number, "danger"],
    ]);
    for (const id of ["20260231-20260301-CNY", "20260301-20260201-CNY", "20260101-20260201-XXX", "x' OR TRUE"])
      expect((await maker.call("GET /mer/own/periodStatement/detail", { id })).code, id).toBe(4119);
  });

  it("is verified by its code, which detects changed figures and unknown codes", async () => {
    const { orderNo } = await first("done");
    const { code } = (await detail(orderNo!)).receipt!;
    const check = async (q: string, client = maker) =>
      (await client.ask("findRecords", { q })).list.map(({ id, tone, detail: text }) => [id, tone, text]);
    maker.lang = "zh";
    expect(await check(code)).toEqual([[orderNo, "success", expect.stringContaining("与账面一致")]]);
    expect(await check(code.replaceAll("-", " ").toLowerCase())).toEqual([[orderNo, "success", expect.anything()]]);
    const altered = code.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    expect(await check(altered)).toEqual([[orderNo, "danger", expect.stringContaining("不一致")]]);
    expect(await check(code, await server.as("solo"))).toEqual([]);
    const data = (await server.db.query("SELECT data FROM e_withdrawal WHERE id = $1", [orderNo]))[0]!.data;
    const store = (changed: object) =>
      server.db.query("UPDATE e_withdrawal SET data = $2 WHERE id = $1", [orderNo, changed]);
    await store({ ...data, [AMOUNT]: "999999.00" });
    expect(await check(code)).toEqual([[orderNo, "danger", expect.anything()]]);
    await store(data);
    const [month] = (await maker.ask("statement.list", { size: 20 })).list;
    const sheet = (await maker.ask("statement.detail", { id: month!.id })).receipt!;
    expect(await check(sheet.code)).toEqual([[month!.id, "success", expect.anything()]]);
  });

  it("of an account lists its details, for open accounts only", async () => {
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

  it("the detail of a plain record contains its version, and an update with an outdated version is rejected", async () => {
    const { id } = (await maker.call("GET /mer/account/page", { size: 20 })).map.list[0];
    const { version } = (await maker.call("GET /mer/own/bankAccount/detail", { id })).map;
    expect(version).toBeGreaterThan(0);
    expect((await maker.call("POST /mer/account/update", { id, version, label: "甲" })).code).toBe(2000);
    expect((await maker.call("POST /mer/account/update", { id, version, label: "乙" })).code).toBe(4137);
  });
});
