/**
 * Server side of exports: a complete file with its exact number of rows, or an error without a file. Also describes
 * queries in words.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as xlsx from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import en from "../../src/engine/locales/en/engine.json" with { type: "json" };
import zh from "../../src/engine/locales/zh/engine.json" with { type: "json" };
import {
  createEmptyQuery,
  type Lang,
  MAX_SHEET_ROWS,
  parseQuery,
  listPhrases,
  type Row,
  SPANS,
  describeSort,
  formatSpan,
  type Translate,
} from "@portolan/engine";
import { formatDisposition, exportFile, type ExportRequest } from "../../server/export/export.ts";
import { Failure } from "../../server/core/failure.ts";
import { kind } from "../../src/payments/runtime.ts";
import { orders, ordersWith } from "./query-entity.ts";

const now = Date.parse("2026-11-21T10:00:00+08:00");
const words: Record<Lang, Record<string, string>> = { zh, en };
const wordOf =
  (lang: Lang): Translate =>
  (key, params = {}) => {
    const text = words[lang][key];
    if (text === undefined) throw new Error(`no word ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  };
const read = (text: string) => parseQuery(orders, new URLSearchParams(text), { now });

let dir: string;
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), "portolan-test-"))));
afterAll(() => rm(dir, { recursive: true, force: true }));

async function* batches(count: number): AsyncGenerator<Row[]> {
  for (let at = 0; at < count; at += 500)
    yield Array.from({ length: Math.min(500, count - at) }, (_, index) => ({
      orderNo: `WD${at + index}`,
      amount: "2000.00",
      currency: "CNY",
      status: "done",
    }));
}
const request = (changes: Partial<ExportRequest> = {}): ExportRequest => ({
  entity: orders,
  query: createEmptyQuery(),
  lang: "zh",
  format: "xlsx",
  batches: batches(1201),
  now,
  t: wordOf("zh"),
  dir,
  ...changes,
});
async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe("an export file", () => {
  test("has headers with its length, its name and its number of rows", async () => {
    const file = await exportFile(request({ query: read("status=!failed&createdAt=thisMonth") }));
    const body = await bodyOf(file.stream);
    expect(file.rows).toBe(1201);
    expect(file.headers).toEqual({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-length": String(body.length),
      "content-disposition": `attachment; filename="testOrder_2026-11-01_2026-11-30_1201.xlsx"; filename*=UTF-8''${encodeURIComponent("人民币付款")}_2026-11-01_2026-11-30_1201.xlsx`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const book = xlsx.read(body);
    expect(xlsx.utils.sheet_to_json(book.Sheets["人民币付款"]!)).toHaveLength(1201);
    expect(xlsx.utils.sheet_to_json(book.Sheets["说明"]!, { header: 1 })).toEqual([
      ["内容", "人民币付款"],
      ["筛选条件", "状态：非失败\n创建时间：本月"],
      ["排序", "创建时间 降序"],
      ["行数", "1201"],
      ["时区", "UTC+8 (Asia/Shanghai)"],
      ["生成时间", "2026-11-21 10:00:00"],
    ]);
  });

  test("in English CSV shows the labels of referenced records instead of their keys", async () => {
    const payments = ordersWith({
      fields: orders.fields.map((field) =>
        field.name === "payee"
          ? {
              ...field,
              kind: kind("reference"),
              ref: { entity: "payees", label: "{payee} / {amount}", copies: {} },
            }
          : field,
      ),
    });
    const payees = new Map([
      ["P1", { orderNo: "P1", payee: "Acme", amount: "5" }],
      ["P2", { orderNo: "P2", payee: "Zeta", amount: "1234.5" }],
    ]);
    const asked: string[][] = [];
    async function* rows(): AsyncGenerator<Row[]> {
      yield [
        { orderNo: "WD1", payee: "P1" },
        { orderNo: "WD2", payee: "P1" },
        { orderNo: "WD3", payee: "gone" },
      ];
      yield [{ orderNo: "WD4", payee: "P1" }, { orderNo: "WD5", payee: "P2" }, { orderNo: "WD6" }];
    }
    const request1 = {
      entity: payments,
      columns: ["payee", "orderNo"],
      lang: "en" as const,
      t: wordOf("en"),
      batches: rows(),
      query: parseQuery(payments, { payee: "P2" }, { now }),
      read: async (entity: string, keys: readonly string[]) => {
        expect(entity).toBe("payees");
        asked.push([...keys]);
        return { entity: orders, rows: keys.flatMap((key) => payees.get(key) ?? []) };
      },
    };
    const file = await exportFile(request({ ...request1, format: "csv" }));
    expect((await bodyOf(file.stream)).toString("utf8")).toBe(
      '\ufeffPayee,Order number\r\nAcme / 5.00,WD1\r\nAcme / 5.00,WD2\r\ngone,WD3\r\nAcme / 5.00,WD4\r\n"Zeta / 1,234.50",WD5\r\n,WD6\r\n',
    );
    expect(asked).toEqual([["P2"], ["P1", "gone"], ["P2"]]);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const book = xlsx.read(await bodyOf((await exportFile(request({ ...request1, batches: rows() }))).stream));
    expect(book.Sheets["About"]!["B2"].v).toBe("Payee: Zeta / 1,234.50");
  });

  test("leaves no temporary file when read, abandoned, failed or aborted", async () => {
    await bodyOf((await exportFile(request())).stream);
    (await exportFile(request())).stream.destroy();
    async function* broken(): AsyncGenerator<Row[]> {
      yield [{ orderNo: "WD1" }];
      throw new Error("database gone");
    }
    await expect(exportFile(request({ batches: broken() }))).rejects.toThrow("database gone");
    let closed = false;
    const leaving = new AbortController();
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (let row = 0; ; row += 1) {
          // Aborts after some rows have been read, however long that takes on a busy machine.
          if (row === 100) leaving.abort();
          yield [{ orderNo: "WD1" }];
        }
      } finally {
        closed = true;
      }
    }
    await expect(exportFile(request({ batches: endless(), signal: leaving.signal }))).rejects.toThrow();
    await expect.poll(() => closed).toBe(true);
    await expect.poll(() => readdir(dir)).toEqual([]);
  });

  test("beyond the limits of a sheet is rejected, by its number of rows before any row is read", async () => {
    let touched = false;
    async function* watched(): AsyncGenerator<Row[]> {
      touched = true;
      yield [];
    }
    await expect(exportFile(request({ total: MAX_SHEET_ROWS, batches: watched() }))).rejects.toMatchObject({
      failure: "exportTooLarge",
    });
    expect(touched).toBe(false);
    await expect(
      exportFile(
        request({
          batches: (async function* () {
            yield [{ payee: "x".repeat(40_000) }];
          })(),
        }),
      ),
    ).rejects.toBeInstanceOf(Failure);
    expect((await exportFile(request({ format: "csv", total: MAX_SHEET_ROWS, batches: batches(1) }))).rows).toBe(1);
  });

  test("has a file name that cannot break out of its header", () => {
    expect(formatDisposition(`a"b\r\n'(付).csv`, `a"b\r\n.csv`)).toBe(
      `attachment; filename="a_b__.csv"; filename*=UTF-8''a%22b%0D%0A%27%28%E4%BB%98%29.csv`,
    );
  });
});

describe("description of a query", () => {
  const lines = (text: string, lang: Lang) =>
    listPhrases(orders, read(text), { lang, t: wordOf(lang) }).map(({ line }) => line);
  test.each([
    ["status=failed,rescinded", "状态：失败、已撤销", "Status: Failed, Rescinded"],
    ["status=!done", "状态：非已完成", "Status: not Done"],
    ["amount=2000..5000", "金额：2,000.00 至 5,000.00", "Amount: 2,000.00 to 5,000.00"],
    ["amount=2000..", "金额：2,000.00 起", "Amount: from 2,000.00"],
    ["amount=..5000", "金额：5,000.00 止", "Amount: up to 5,000.00"],
    ["count=3", "笔数：3", "Count: 3"],
    ["createdAt=2026-11-01..2026-11-21", "创建时间：2026-11-01 至 2026-11-21", "Created: 2026-11-01 to 2026-11-21"],
    ["createdAt=last7d", "创建时间：近 7 天", "Created: Last 7 days"],
    ["payee=acme", "收款人：包含“acme”", "Payee: contains “acme”"],
    ["payee=~", "收款人：为空", "Payee: empty"],
    ["payee=!~", "收款人：不为空", "Payee: not empty"],
    ["urgent=true", "加急：是", "Urgent: Yes"],
    ["currency=CNY", "币种：人民币", "Currency: Renminbi"],
    ["q=acme", "搜索：acme", "Search: acme"],
    ["view=bad", "视图：异常", "View: Troubled"],
  ])("%s", (text, inChinese, inEnglish) => {
    expect(lines(text, "zh")).toEqual([inChinese]);
    expect(lines(text, "en")).toEqual([inEnglish]);
  });

  test("resolves the labels of referenced records", () => {
    const label = (_: unknown, value: string) => (value === "WD1" ? "Acme 3445" : undefined);
    expect(listPhrases(orders, read("orderNo==WD1,WD2"), { lang: "en", t: wordOf("en"), label })).toEqual([
      {
        part: "filter",
        field: "orderNo",
        label: "Order number",
        text: "Acme 3445, WD2",
        line: "Order number: Acme 3445, WD2",
      },
    ]);
  });

  test("describes sort order and periods", () => {
    expect(describeSort(orders, read("sort=-amount,payee"), { lang: "zh", t: wordOf("zh") })).toBe(
      "金额 降序、收款人 升序",
    );
    for (const lang of ["zh", "en"] as const)
      for (const span of [...SPANS, "last30d"]) expect(formatSpan(span, wordOf(lang))).not.toContain("{");
  });
});
