/** Exported files, parsed back with two independent readers. */
import { crc32, inflateRawSync } from "node:zlib";
import * as xlsx from "@e965/xlsx";
import { readSheet } from "read-excel-file/node";
import { readCsv } from "../../src/engine/import/read-csv.ts";
import { describe, expect, test } from "vitest";
import {
  writeCsv,
  createEmptyQuery,
  ExportTooLarge,
  exportTable,
  buildFileNames,
  type Lang,
  maskRow,
  maskStyles,
  parseQuery,
  type Row,
  unescapeFormula,
  unmaskRow,
  writeXlsx,
} from "@portolan/engine";
import { escapeFormula } from "../../src/engine/export/spreadsheet-text.ts";
import { toSerial } from "../../src/engine/export/xlsx.ts";
import { toColumnLetters } from "../../src/engine/export/packaging.ts";
import { nodeZip } from "../../server/export/deflate.ts";
import { orders, ordersWith } from "./query-entity.ts";

const now = Date.parse("2026-11-21T10:00:00+08:00");
const rows: Row[] = [
  {
    orderNo: "007",
    payee: "=1+1",
    account: "6222020200112233445",
    currency: "CNY",
    amount: "-5.00",
    fee: "0.5",
    count: 3,
    valueDate: "2026-11-21",
    status: "failed",
    createdAt: "2026-11-20T16:00:00.999Z",
  },
  {
    orderNo: "WD2",
    payee: '  a <b> & "c"\r\nd\t_x0041_ \u0001 \u{1f600} 付款 ',
    account: "-12.50",
    currency: "JPY",
    amount: "1234567",
    fee: "12345678901234567.89",
    count: -1,
    valueDate: "1900-01-01",
    status: "done",
    createdAt: "2026-11-21T15:59:59.999Z",
  },
  { orderNo: "WD3", status: "lost" },
];
const columns = [
  "orderNo",
  "payee",
  "account",
  "currency",
  "amount",
  "fee",
  "count",
  "valueDate",
  "status",
  "createdAt",
];

async function* batchesOf(all: readonly Row[], size = 2): AsyncGenerator<Row[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
const options = {
  tools: nodeZip,
  now,
  about: (count: number) => ({ title: "说明", lines: [["记录数", String(count)]] as [string, string][] }),
};
const workbook = (lang: Lang, all = rows, names = columns) =>
  bytesOf(writeXlsx(exportTable(orders, names, lang), batchesOf(all), options));

/** Extracts the entries of an archive listed in its directory, and verifies the length and checksum of each. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  expect(file.readUInt32LE(end)).toBe(0x06054b50);
  const entries = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  expect(at + file.readUInt32LE(end + 12)).toBe(end);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    expect(file.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, size, nameLength, offset] = [
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    expect(file.readUInt32LE(offset)).toBe(0x04034b50);
    expect(file.toString("utf8", offset + 30, offset + 30 + nameLength)).toBe(name);
    const start = offset + 30 + nameLength;
    const content = inflateRawSync(file.subarray(start, start + packed));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    expect([file.readUInt32LE(start + packed), file.readUInt32LE(start + packed + 4)]).toEqual([0x08074b50, crc]);
    entries.set(name, content.toString("utf8"));
    at += 46 + nameLength;
  }
  return entries;
}

describe("XLSX", () => {
  test("has typed cells when read by SheetJS", async () => {
    const book = xlsx.read(await workbook("zh"), { cellNF: true, cellStyles: true });
    expect(book.SheetNames).toEqual(["人民币付款", "说明"]);
    const sheet = book.Sheets["人民币付款"]!;
    const cell = (at: string) => sheet[at] && { t: sheet[at].t, v: sheet[at].v, z: sheet[at].z };
    expect(cell("A1")).toMatchObject({ t: "s", v: "订单号" });
    expect(cell("A2")).toEqual({ t: "s", v: "007", z: "@" });
    expect(cell("B2")).toEqual({ t: "s", v: "=1+1", z: "@" });
    expect(sheet["B2"].f).toBeUndefined();
    expect(cell("C2")).toEqual({ t: "s", v: "6222020200112233445", z: "@" });
    expect(cell("C3")).toEqual({ t: "s", v: "-12.50", z: "@" });
    expect(cell("D2")).toMatchObject({ t: "s", v: "人民币" });
    expect(cell("E2")).toEqual({ t: "n", v: -5, z: "#,##0.00" });
    expect(sheet["E2"].w).toBe("-5.00");
    expect(cell("E3")).toMatchObject({ t: "n", v: 1234567, z: "#,##0" });
    expect(cell("G3")).toMatchObject({ t: "n", v: -1 });
    expect(sheet["H2"].w).toBe("2026-11-21");
    expect(cell("I2")).toMatchObject({ t: "s", v: "失败" });
    expect(sheet["J2"].w).toBe("2026-11-21 00:00:00");
    expect(sheet["J3"].w).toBe("2026-11-21 23:59:59");
    expect(sheet["!autofilter"]).toEqual({ ref: "A1:J4" });
    expect(xlsx.utils.sheet_to_json(book.Sheets["说明"]!, { header: 1 })).toEqual([["记录数", "3"]]);
  });

  test("keeps numbers and dates that Excel cannot represent as text, with every digit", async () => {
    const sheet = xlsx.read(await workbook("zh")).Sheets["人民币付款"]!;
    expect([sheet["F3"].t, sheet["F3"].v]).toEqual(["s", "12345678901234567.89"]);
    expect([sheet["H3"].t, sheet["H3"].v]).toEqual(["s", "1900-01-01"]);
  });

  test("keeps text unchanged, including characters that XML cannot represent", async () => {
    const sheet = xlsx.read(await workbook("en")).Sheets["CNY payment"]!;
    // SheetJS itself reads a line ending as
    // .
    expect(sheet["B3"].v).toBe(String(rows[1]!["payee"]).replace("\r\n", "\n"));
    expect(unzip(await workbook("en")).get("xl/worksheets/sheet1.xml")).toContain(
      "a &lt;b&gt; &amp; &quot;c&quot;_x000D_\nd\t_x005F_x0041_ _x0001_ \u{1f600} 付款 </t>",
    );
  });

  test("has the same values when read by read-excel-file", async () => {
    const read = await readSheet(await workbook("en"), 1);
    expect(read[0]).toEqual([
      "Order number",
      "Payee",
      "Account",
      "Currency",
      "Amount",
      "Service charge",
      "Count",
      "Value date",
      "Status",
      "Created",
    ]);
    expect(read[1]!.slice(0, 7)).toEqual(["007", "=1+1", "6222020200112233445", "Renminbi", -5, 0.5, 3]);
    expect(read[1]![7]).toEqual(new Date("2026-11-21T00:00:00Z"));
    expect(read[1]![8]).toBe("Failed");
    expect(read[1]![9]).toEqual(new Date("2026-11-21T00:00:00Z"));
    expect(read).toHaveLength(4);
  });

  test("has a valid archive and valid parts", async () => {
    const entries = unzip(await workbook("zh"));
    expect([...entries.keys()]).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/sheet2.xml",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
    ]);
    for (const [name, content] of entries)
      expect(content, name).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\n<[A-Za-z]/);
    const sheet = entries.get("xl/worksheets/sheet1.xml")!;
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toMatch(/<cols>(<col min="\d+" max="\d+" width="\d+" customWidth="1"\/>){10}<\/cols>/);
    expect([...entries.get("[Content_Types].xml")!.matchAll(/PartName="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "/xl/workbook.xml",
      "/xl/worksheets/sheet1.xml",
      "/xl/worksheets/sheet2.xml",
      "/xl/styles.xml",
    ]);
    expect(entries.get("_rels/.rels")).toContain(
      'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"',
    );
    expect(entries.get("xl/workbook.xml")).toMatch(
      /<sheet name="人民币付款" sheetId="1" r:id="rId1"\/><sheet name="说明" sheetId="2" r:id="rId2"\/>/,
    );
    expect(
      [...entries.get("xl/_rels/workbook.xml.rels")!.matchAll(/Target="([^"]+)"/g)].map((match) => match[1]),
    ).toEqual(["worksheets/sheet1.xml", "worksheets/sheet2.xml", "styles.xml"]);
    const [, count, cells] = /<cellXfs count="(\d+)">(.*)<\/cellXfs>/.exec(entries.get("xl/styles.xml")!)!;
    expect(cells!.match(/<xf /g)).toHaveLength(Number(count));
    expect(entries.get("xl/styles.xml")).toMatch(/<xf numFmtId="49" [^>]*quotePrefix="1"\/>/);
  });

  test("has the requested columns in order, else those of the list, without write-only fields", async () => {
    const sheet = xlsx.read(await workbook("en", rows, ["amount", "orderNo", "none", "amount"])).Sheets["CNY payment"]!;
    // An amount is never exported without its currency.
    expect(["A1", "B1", "C1", "D1"].map((at) => sheet[at]?.v)).toEqual([
      "Currency",
      "Amount",
      "Order number",
      undefined,
    ]);
    const secret = ordersWith({
      fields: orders.fields.map((field) => (field.name === "account" ? { ...field, writeOnly: true } : field)),
    });
    expect(exportTable(secret, ["account", "payee"], "en").fields.map(({ name }) => name)).toEqual(["payee"]);
    expect(exportTable(orders, undefined, "en").fields.map(({ name }) => name)).toEqual(orders.list.columns);
  });

  test("has a header when there are no rows", async () => {
    expect(xlsx.utils.sheet_to_json(xlsx.read(await workbook("zh", [])).Sheets["人民币付款"]!, { header: 1 })).toEqual([
      ["订单号", "收款人", "账号", "币种", "金额", "手续费", "笔数", "起息日", "状态", "创建时间"],
    ]);
  });

  test("has sheet names that Excel accepts", async () => {
    const names = (label: string) =>
      bytesOf(
        writeXlsx(
          exportTable(ordersWith({ text: (key) => (key === "label" ? label : key) }), columns, "zh"),
          batchesOf(rows),
          options,
        ),
      ).then((file) => xlsx.read(file).SheetNames);
    expect(await names("a/b:c [d]*? 'e'")).toEqual(["a b c  d    'e", "说明"]);
    expect(await names("''a''  ")).toEqual(["a''", "说明"]);
    expect(await names("说明")).toEqual(["说明", "说明 2"]);
    expect((await names("长".repeat(50)))[0]!.length).toBeLessThanOrEqual(31);
  });

  test("rejects more than a sheet can hold instead of truncating it", async () => {
    const wide = { ...rows[0], payee: "x".repeat(32_768) };
    await expect(
      bytesOf(writeXlsx(exportTable(orders, columns, "zh"), batchesOf(rows), { ...options, maxRows: 3 })),
    ).rejects.toThrow(ExportTooLarge);
    await expect(workbook("zh", [wide])).rejects.toThrow(ExportTooLarge);
    await expect(
      bytesOf(writeXlsx(exportTable(orders, columns, "zh"), batchesOf(rows), { ...options, maxRows: 4 })),
    ).resolves.toBeInstanceOf(Buffer);
  });

  test("passes an error of the rows on to the stream", async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield rows;
      throw new Error("database gone");
    }
    await expect(bytesOf(writeXlsx(exportTable(orders, columns, "zh"), broken(), options))).rejects.toThrow(
      "database gone",
    );
  });

  test("computes column letters and serial dates", () => {
    expect([0, 25, 26, 51, 701, 702].map(toColumnLetters)).toEqual(["A", "Z", "AA", "AZ", "ZZ", "AAA"]);
    expect(toSerial("2026-11-21")).toBe("46347");
    expect(toSerial("2026-11-21 12:00:00")).toBe("46347.5000000000");
    expect(["1900-03-01", "9999-12-31", "2026-11-21 23:59:59"].map(toSerial)).toEqual([
      "61",
      "2958465",
      "46347.9999884259",
    ]);
    for (const none of [
      "1900-02-28",
      "2026-11-21T00:00:00Z",
      "2026-13-21",
      "2026-11-21 24:00:00",
      "2026-11-21 10:60:00",
      "2026-11-21 10:00:60",
    ])
      expect([none, toSerial(none)]).toEqual([none, undefined]);
  });
});

const texts = (cells: readonly { text: string }[]) => cells.map(({ text }) => text);

describe("CSV", () => {
  const csv = async (all = rows, forExcel = false) =>
    (await bytesOf(writeCsv(exportTable(orders, columns, "zh"), batchesOf(all), { forExcel }))).toString("utf8");

  test("has a byte order mark, and quotes and line ends by RFC 4180", async () => {
    const text = await csv([rows[0]!, { orderNo: 'a"b,c', payee: "two\nlines", status: "done" }]);
    expect(text).toBe(
      "\ufeff订单号,收款人,账号,币种,金额,手续费,笔数,起息日,状态,创建时间\r\n" +
        `007,"'=1+1",6222020200112233445,人民币,-5.00,0.5,3,2026-11-21,失败,2026-11-21 00:00:00\r\n` +
        '"a""b,c","two\nlines",,,,,,,已完成,\r\n',
    );
  });

  test("quotes white space at the edges, and appends a tab only to digits", async () => {
    const text = await csv([{ orderNo: " a", payee: "b ", account: "c d", status: "done" }]);
    expect(text).toContain('\r\n" a","b ",c d,');
    expect(
      await csv([{ orderNo: "WD123456789012", payee: "123456789012x", account: "12345678901", status: "done" }], true),
    ).toContain("\r\nWD123456789012,123456789012x,12345678901,");
  });

  test("has the text of every cell when read by SheetJS, apart from the formula guard", async () => {
    const sheet = xlsx.read(await csv(), { type: "string", raw: true }).Sheets["Sheet1"]!;
    const table = xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: true, defval: "" });
    expect(table[2]!.slice(0, 3).map((text) => unescapeFormula(text))).toEqual(["WD2", rows[1]!["payee"], "-12.50"]);
    expect(table[1]!.slice(1, 5)).toEqual(["'=1+1", "6222020200112233445", "人民币", "-5.00"]);
  });

  test("for Excel appends a tab to long digits, which the import removes", async () => {
    const text = await csv([rows[0]!], true);
    expect(text).toContain('"007\t","\'=1+1","6222020200112233445\t",');
    expect(unescapeFormula("6222020200112233445\t")).toBe("6222020200112233445");
  });

  test("for Excel quotes whatever Excel would convert, and for programs nothing", async () => {
    const turned = {
      orderNo: "3-4",
      payee: "12E5",
      account: "310101199001011234",
      currency: "CNY",
      amount: "12345678901234567.50",
      status: "done",
    };
    expect((await csv([turned], true)).split("\r\n")[1]).toBe(
      '"3-4\t","12E5\t","310101199001011234\t",人民币,"12345678901234567.50\t",,,,已完成,',
    );
    expect((await csv([turned])).split("\r\n")[1]).toBe(
      "3-4,12E5,310101199001011234,人民币,12345678901234567.50,,,,已完成,",
    );
    for (const forExcel of [true, false])
      expect(texts(readCsv(Buffer.from(await csv([turned], forExcel)), 10).rows[1]!)).toEqual([
        "3-4",
        "12E5",
        "310101199001011234",
        "人民币",
        "12345678901234567.50",
        "",
        "",
        "",
        "已完成",
        "",
      ]);
    // The format in which other programs preserve digits in spreadsheets.
    expect(texts(readCsv(Buffer.from('="0012","=""310101199001011234"""'), 10).rows[0]!)).toEqual([
      "0012",
      "310101199001011234",
    ]);
  });

  test.each(["=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "＝1", "＋1", "－1", "＠a", "'=1", "''+1"])(
    "guards %j against formulas and restores it on import",
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    },
  );
  test.each(["a", "", "'a", "007", "a=1", "''", "it's"])("does not guard %j", (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  });
});

describe("streams", () => {
  async function* many(count: number, read: { rows: number }): AsyncGenerator<Row[]> {
    for (let at = 0; at < count; at += 1000) {
      read.rows += 1000;
      yield Array.from({ length: 1000 }, (_, index) => ({
        ...rows[0],
        orderNo: `WD${at + index}`,
        payee: `收款人 ${at + index}`,
      }));
    }
  }

  test.each(["csv", "xlsx"])(
    "export %s of 50,000 rows in small chunks, no faster than the consumer reads",
    async (format) => {
      const read = { rows: 0 };
      const table = exportTable(orders, columns, "zh");
      const chunks =
        format === "csv" ? writeCsv(table, many(50_000, read)) : writeXlsx(table, many(50_000, read), options);
      let [largest, count, size] = [0, 0, 0];
      for await (const chunk of chunks) {
        largest = Math.max(largest, chunk.length);
        size += chunk.length;
        if (++count === 12) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          expect(read.rows).toBeLessThan(25_000);
        }
      }
      expect(read.rows).toBe(50_000);
      expect(largest).toBeLessThan(400_000);
      expect(size).toBeGreaterThan(1_000_000);
    },
  );
});

describe("file names", () => {
  const names = (text: string, format: "xlsx" | "csv" = "xlsx", lang: Lang = "zh") =>
    buildFileNames(orders, parseQuery(orders, new URLSearchParams(text), { now }), 7001, { lang, format, now });
  test.each([
    ["createdAt=2026-11-01..2026-11-21", "人民币付款_2026-11-01_2026-11-21_7001.xlsx"],
    ["createdAt=2026-11-01..", "人民币付款_2026-11-01_2026-11-21_7001.xlsx"],
    ["createdAt=..2026-11-03", "人民币付款_2026-11-03_7001.xlsx"],
    ["createdAt=2026-11-01T20:00:00Z..", "人民币付款_2026-11-02_2026-11-21_7001.xlsx"],
    ["createdAt=last7d", "人民币付款_2026-11-15_2026-11-21_7001.xlsx"],
    ["status=done", "人民币付款_2026-11-21_7001.xlsx"],
  ])("%s -> %s", (text, name) => expect(names(text).name).toBe(name));

  test("are ASCII in English, without characters that file systems reject", () => {
    expect(names("").plain).toBe("testOrder_2026-11-21_7001.xlsx");
    expect(names("", "csv", "en").name).toBe("CNY_payment_2026-11-21_7001.csv");
    const odd = ordersWith({ text: () => '../a\\b:c*"<>|\u202e' });
    expect(buildFileNames(odd, createEmptyQuery(), 1, { lang: "zh", format: "csv", now }).name).toBe(
      "a_b_c__2026-11-21_1.csv",
    );
  });
});

describe("masks", () => {
  test.each([
    ["account", "6222020200112233445", "6222 **** **** 3445"],
    ["account", "6222 0202 0011 3445", "6222 **** **** 3445"],
    ["account", "123456789", "**** 6789"],
    ["account", "1234567", "**** 67"],
    ["account", "1234", "****"],
    ["account", "12345678", "**** 5678"],
    ["account", "123456789012", "1234 **** **** 9012"],
    ["tail", "4111111111111111", "**** 1111"],
    ["tail", "12345", "**** 2345"],
    ["tail", "1234", "****"],
    ["ip", "203.0.113.7", "203.0.113.*"],
    ["ip", "2001:db8:85a3::7334", "2001:db8:****"],
    ["id", "11010519491231002X", "110***********002X"],
    ["id", "E1234", "E****4"],
    ["id", "A123", "A****"],
    ["id", "E123456789", "E12***********6789"],
    ["phone", "13812345678", "138****5678"],
    ["phone", "+8613812345678", "+86 138****5678"],
    ["phone", "+852 12345678", "+852 ****5678"],
    ["phone", "12345", "****45"],
    ["phone", "1234", "****"],
    ["email", "wanglei@example.com", "wang****@example.com"],
    ["email", "a@x.cn", "****@x.cn"],
    ["email", "ab@x.cn", "a****@x.cn"],
    ["email", "none", "****"],
    ["name", "王小明", "王**"],
    ["name", "John Smith", "J** S**"],
    ["all", "secret", "****"],
    ["company", "深圳南山星河电子商务有限公司", "深圳南山****限公司"],
    ["company", "Blue Harbor Trading LLC", "Blue**** LLC"],
    ["company", "张建国", "张****"],
    ["company", "青岛海贝", "青****贝"],
  ])("for style %s turn %s into %s", (style, value, shown) => expect(maskStyles[style]!(value)).toBe(shown));

  const withMask = ordersWith({
    fields: orders.fields.map((field) =>
      field.name === "account"
        ? { ...field, mask: { style: "account", whole: ["detail"] } }
        : field.name === "payee"
          ? { ...field, mask: { style: "unheard-of", whole: ["export", "detail"] } }
          : field,
    ),
  });
  const row = { orderNo: "WD1", account: "6222020200112233445", payee: "张三", remark: "x" };

  test("hide values at their paths only, without changing the record", () => {
    expect(maskRow(withMask, row, "list")).toEqual({ ...row, account: "6222 **** **** 3445", payee: "****" });
    expect(maskRow(withMask, row, "export")).toEqual({ ...row, account: "6222 **** **** 3445" });
    expect(maskRow(withMask, row, "detail")).toEqual(row);
    expect(row.account).toBe("6222020200112233445");
    const empty = { orderNo: "WD1", account: "", payee: null, remark: undefined };
    expect(maskRow(withMask, empty, "list")).toEqual(empty);
    expect(maskRow(withMask, { account: 6222 }, "list")).toEqual({ account: "****" });
    expect(maskRow(withMask, { ...row, gone: "its mask went with it" }, "detail")).toEqual(row);
  });

  test("sent back unchanged keep the stored value", () => {
    expect(unmaskRow(withMask, maskRow(withMask, row, "list"), row)).toEqual(row);
    expect(unmaskRow(withMask, { ...row, account: "6222 **** **** 9999" }, row)["account"]).toBe("6222 **** **** 9999");
  });

  test("apply to lists of rows", () => {
    const account = { ...orders.field("account"), mask: { style: "account" } };
    const parties = ordersWith({
      fields: [{ ...orders.field("remark"), name: "parties", items: [orders.field("payee"), account] }],
    });
    const party = { parties: [{ payee: "a", account: "6222020200112233445" }, "odd"] };
    const shown = maskRow(parties, party, "list");
    expect(shown).toEqual({ parties: [{ payee: "a", account: "6222 **** **** 3445" }, "odd"] });
    expect(unmaskRow(parties, shown, party)).toEqual(party);
    expect(maskRow(parties, { parties: [{ payee: "a", gone: "x" }, "odd", null], gone: "x" }, "detail")).toEqual({
      parties: [{ payee: "a" }, "odd", null],
    });
    expect(maskRow(parties, { parties: "odd" }, "list")).toEqual({ parties: "odd" });
    // With an additional or missing row, or without a list, nothing is restored that was not there.
    const two = {
      parties: [
        { payee: "a", account: "6222020200112233445" },
        { payee: "b", account: "6222020200119993445" },
      ],
    };
    const [, second] = maskRow(parties, two, "list")["parties"] as object[];
    // Both are masked alike, so the rest of the row identifies the owner. Without an unambiguous match, nothing is
    // restored.
    expect(unmaskRow(parties, { parties: [second] }, two)).toEqual({ parties: [two.parties[1]] });
    expect(unmaskRow(parties, { parties: [{ ...second, payee: "c" }] }, two)).toEqual({
      parties: [{ ...second, payee: "c" }],
    });
    const added = { parties: [...(shown["parties"] as unknown[]), { payee: "b", account: "6222 **** **** 3445" }] };
    expect(unmaskRow(parties, added, party)).toEqual({
      parties: [...party.parties, { payee: "b", account: "6222 **** **** 3445" }],
    });
    // Masks in rows of rows are matched by the rows that contain them.
    const groups = ordersWith({
      fields: [{ ...orders.field("remark"), name: "groups", items: [orders.field("remark"), ...parties.fields] }],
    });
    const grouped = {
      groups: [
        { remark: "first", ...two },
        { remark: "second", ...party },
      ],
    };
    const seen = maskRow(groups, grouped, "list");
    expect(seen).not.toEqual(grouped);
    expect(unmaskRow(groups, { groups: (seen["groups"] as unknown[]).toReversed() }, grouped)).toEqual({
      groups: grouped.groups.toReversed(),
    });
    for (const [sent, stored] of [
      [{ parties: "odd" }, party],
      [shown, { parties: "odd" }],
      [shown, {}],
      [{}, party],
    ])
      expect(unmaskRow(parties, sent!, stored!)).toEqual(sent);
  });
});
