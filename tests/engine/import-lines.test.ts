/** Files whose rows are lines of records: parsed, grouped by key, rejected by row, and exported in the same form. */
import { describe, expect, it } from "vitest";
import { writeCsv } from "../../src/engine/export/write-csv.ts";
import { exportTable } from "../../src/engine/export/table.ts";
import { readCsv } from "../../src/engine/import/read-csv.ts";
import { listTemplateTargets } from "../../src/engine/import/columns.ts";
import { listLineErrors, joinRecords, listSendable } from "../../src/engine/import/records.ts";
import { mergeResponse } from "../../src/engine/import/rows.ts";
import type { Sheet } from "../../src/engine/import/sheet.ts";
import { buildTemplateSheet } from "../../src/engine/import/template.ts";
import type { Row } from "@portolan/engine";
import { contextOf, rowsIn, schemas, sheetOf, t } from "./import-fixtures.ts";

const invoice = schemas.entities.get("invoice")!;
const HEAD = ["类型", "发票号", "对方名称", "开票日期", "币种", "品名", "数量", "单价", "税率"];
const head = (number: string, currency = "USD") => [
  "开给买家",
  number,
  "Nordwind Handels GmbH",
  "2026-04-17",
  currency,
];
const EMPTY = ["", "", "", "", ""];
const none = new Set<number>();
/** Rows with the currencies that the server resolves. */
const answered = (sheet: Sheet) =>
  rowsIn(sheet, invoice).map((row) => {
    const id = row.finds["currency"]?.[""];
    return id ? mergeResponse(row, { found: { currency: { id, label: id } } }, contextOf(invoice)) : row;
  });
const read = (...rows: string[][]) => answered(sheetOf(HEAD, ...rows));
const problems = (rows: ReturnType<typeof read>) =>
  rows.flatMap((row) => row.problems.map(({ column, code }) => `${row.line} ${column} ${code}`));
const join = (rows: ReturnType<typeof read>) => joinRecords(invoice, rows, () => ({}));

describe("rows of a file", () => {
  it("with the same key form one record, wherever they are, with amounts computed from all", () => {
    const rows = read(
      [...head("A-1"), "Crate", "20", "125", "13"],
      [...head("B-1", "JPY"), "Mug", "3", "1,285", ""],
      ["", "A-1", "", "", "", "Freight", "1", "480", ""],
    );
    expect(problems(rows)).toEqual([]);
    const records = join(listSendable(rows, none));
    expect(
      records.map(({ line, value }) => [line, value["invoiceNo"], value["net"], value["tax"], value["total"]]),
    ).toEqual([
      [2, "A-1", "2980.00", "325.00", "3305.00"],
      [3, "B-1", "3855", "0", "3855"],
    ]);
    expect(records[0]?.value["lines"]).toMatchObject([
      { description: "Crate", quantity: 20, price: "125.00", taxRate: "13", amount: "2500.00" },
      { description: "Freight", quantity: 1, price: "480.00" },
    ]);
  });
  it("report errors by row and column, and hold back their whole record", () => {
    const rows = read(
      [...head("A-1"), "Crate", "0", "125", ""],
      ["", "A-1", "Another Ltd", "", "", "Freight", "1", "x", ""],
      [...head("B-1"), "Mug", "3", "1.50", ""],
      [...EMPTY, "Lamp", "1", "2", ""],
    );
    expect(problems(rows)).toEqual([
      "2 lines.quantity minimum",
      "3 lines.price number",
      "3 party differs",
      ...["direction", "invoiceNo", "party", "issuedOn", "currency"].map((name) => `5 ${name} required`),
    ]);
    expect(rows[1]?.problems[1]?.message).toBe("与同一条记录的第 2 行不同");
    expect(listSendable(rows, none).map(({ line }) => line)).toEqual([4]);
    // Skipping a line skips its record as well.
    const good = read([...head("A-1"), "Crate", "1", "1", ""], ["", "A-1", "", "", "", "Mug", "1", "1", ""]);
    expect(listSendable(good, new Set([3]))).toEqual([]);
  });
  it("get the errors of a rejected record at their own lines", () => {
    const error = (at: string) => ({ at, code: "c", params: {}, message: "m" });
    const errors = [error("/lines/1/price"), error("/invoiceNo")];
    expect([0, 1, 2].map((at) => listLineErrors(invoice, errors, at).map((error) => error.at))).toEqual([
      ["/invoiceNo"],
      ["/lines/0/price"],
      [],
    ]);
  });
});

it("a template has a column for each field of a line, and states which lines repeat", () => {
  expect(listTemplateTargets(invoice).map(({ id }) => id)).toEqual([
    "direction",
    "invoiceNo",
    "party",
    "address.country",
    "address.city",
    "address.street",
    "address.postcode",
    "issuedOn",
    "currency",
    "lines.description",
    "lines.quantity",
    "lines.price",
    "lines.taxRate",
  ]);
  const { rows } = buildTemplateSheet(invoice, "zh", t);
  const address = ["国家/地区", "城市", "街道和门牌", "邮政编码"].map((label) => `对方地址 › ${label}`);
  expect(rows[0]?.map(({ text }) => text)).toEqual(HEAD.toSpliced(3, 0, ...address));
  expect(rows[0]?.map(({ look }) => look).slice(-2)).toEqual(["required", "optional"]);
  expect(rows[1]?.[1]?.text).toContain("同一条记录的各行填写相同的值");
});

it("an exported file has a row for each line and imports back unchanged", async () => {
  const records = join(
    read(
      [...head("A-1"), "Crate, large", "20", "125", "13"],
      [...head("A-1"), "Freight", "1", "480", ""],
      [...head("B-1", "JPY"), "Mug", "3", "1285", ""],
    ),
  ).map(({ value }) => value);
  const table = exportTable(invoice, ["direction", "invoiceNo", "party", "issuedOn", "currency", "lines", "tax"], "zh");
  const batches = async function* () {
    yield records;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeCsv(table, batches())) chunks.push(chunk);
  const sheet = readCsv(Buffer.concat(chunks), 100);
  expect(sheet.rows.map((row) => row.length)).toEqual(Array(4).fill(12));
  // The tax of the record, followed by the tax of its line.
  expect(sheet.rows.slice(1).map((row) => [row[5]?.text, row[11]?.text])).toEqual([
    ["325.00", "325.00"],
    ["325.00", "0.00"],
    ["0", "0"],
  ]);
  const back = join(answered(sheet)).map(({ value }): Row => value);
  expect(back).toEqual(records);
});
