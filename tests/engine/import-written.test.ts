/** Files written by the engine: template, error file, and an exported file that is imported again. */
import { readFileSync } from "node:fs";
import { read, utils } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { listTemplateTargets } from "../../src/engine/import/columns.ts";
import { buildErrorSheet, type FailedRow } from "../../src/engine/import/error-file.ts";
import { readFile } from "../../src/engine/import/read.ts";
import { mergeResponse } from "../../src/engine/import/rows.ts";
import { buildTemplateSheet } from "../../src/engine/import/template.ts";
import { writeSheetFile } from "../../src/engine/import/write.ts";
import { webZip } from "../../src/engine/import/web-zip.ts";
import { createEmptyQuery, type Entity, type Field, type Lang, type Row } from "@portolan/engine";
import { exportFile } from "../../server/export/export.ts";
import { schemas, payment, t, contextOf, sheetOf, columnsOf, rowsIn, ERRORS, FOUND } from "./import-fixtures.ts";

describe("files for users", () => {
  const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of chunks) parts.push(part);
    return new Uint8Array(Buffer.concat(parts));
  };
  it("a template describes what each column accepts", () => {
    const said = (key: string, params: Record<string, string | number> = {}) =>
      key === "import.join" ? " | " : [key.replace("import.", ""), ...Object.values(params)].join(" ");
    const columns = (entity: Entity) => {
      const listed = ({ options }: Field) =>
        options && "list" in options && options.list === "remittancePurpose"
          ? ["goods", ..."123456789"].map((value) => ({ value, label: `名称 ${value}` }))
          : undefined;
      const { title, columns, rows, room } = buildTemplateSheet(entity, "zh", said, listed);
      return [
        title,
        room,
        ...columns.map((column, index) =>
          [
            rows[0]![index]!.text,
            rows[0]![index]!.look,
            rows[1]![index]!.text,
            column.text ? "text" : "typed",
            column.width,
            column.choices?.length ?? 0,
          ].join(", "),
        ),
      ];
    };
    const amount = payment.field("amount");
    const capped: Entity = {
      ...payment,
      field: (name) =>
        name === "amount"
          ? {
              ...amount,
              schema: { ...amount.schema, formatMaximum: "50000", formatExclusiveMaximum: "60000", "x-step": "10" },
            }
          : payment.field(name),
    };
    expect(columns(capped)).toEqual([
      "sheetTitle 人民币付款",
      2000,
      "户名, required, ※ required | byPart 收款人, text, 23, 0",
      "账号, required, ※ required | byPart 收款人 | example 6222021202041234567, text, 29, 0",
      "付款金额, required, ※ required | CNY | atLeast 2,000.00 | atMost 50,000.00 | lessThan 60,000.00 | multipleOf 10.00 | example 2,000.00, typed, 20, 0",
      "备注, optional, ※ optional | maxLength 20 | example 11 月货款, text, 23, 0",
    ]);
    const remittance = columns(schemas.entities.get("remittance")!);
    for (const column of [
      "手续费承担, required, ※ required | 双方各付 (SHA) / 我方全付 (OUR) / 对方承担 (BEN), text, 20, 3",
      "全额到账 +40 USD, optional, ※ optional | 是 / 否, typed, 18, 2",
      "用途, required, ※ required | example 名称 goods, text, 20, 10",
    ])
      expect(remittance).toContain(column);
  });
  it("a template is read as a file without rows, with every column recognised", async () => {
    expect(listTemplateTargets(payment).map((target) => target.id)).toEqual(["holder", "account", "amount", "remark"]);
    const bytes = await bytesOf(writeSheetFile(buildTemplateSheet(payment, "zh", t), webZip, Date.UTC(2026, 10, 21)));
    const { sheets } = await readFile(bytes, 2000);
    expect(columnsOf(sheets[0]!).map((column) => column.target?.id)).toEqual(
      listTemplateTargets(payment).map((target) => target.id),
    );
    expect(rowsIn(sheets[0]!)).toEqual([]);
    // Text typed into an account column stays text, because the column itself is formatted as text.
    const styles = read(bytes, { cellStyles: true, cellNF: true });
    expect(styles.Sheets[styles.SheetNames[0]!]!["A1"].z).toBe("@");
  });

  it("an error file is the user's own without the valid rows, with the error first, and imports once corrected", async () => {
    const sheet = sheetOf(
      ["十一月"],
      ["序号", "账号", "付款金额"],
      ["1", "62220212", { text: "2000", number: true }],
      ["2", "62220212", { text: "1999", number: true }],
    );
    const rows = rowsIn(sheet).map((row) => mergeResponse(row, FOUND, contextOf(payment)));
    const bytes = await bytesOf(
      writeSheetFile(
        buildErrorSheet(
          { sheet, header: 1, columns: columnsOf(sheet) },
          rows.filter((row) => row.problems.length > 0),
          ERRORS,
        ),
        webZip,
        Date.UTC(2026, 10, 21),
      ),
    );
    const book = read(bytes);
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: "" })).toEqual([
      ["", "", "十一月", "", ""],
      ["错误原因", "所在行", "序号", "账号", "付款金额"],
      ["付款金额：单笔付款至少 2,000.00 CNY", 4, "2", "62220212", 1999],
    ]);
    const again = (await readFile(bytes, 10)).sheets[0]!;
    expect(rowsIn(again).map((row) => [row.line, row.record["amount"]])).toEqual([[3, "1999.00"]]);
    // Remaining errors are reported in a file with the same columns, by the row numbers of this file.
    const still = rowsIn(again).map((row) => mergeResponse(row, FOUND, contextOf(payment)));
    expect(
      buildErrorSheet({ sheet: again, header: 1, columns: columnsOf(again) }, still, ERRORS).rows.map((row) =>
        row.map(({ text }) => text),
      ),
    ).toEqual([
      ["", "", "十一月", "", ""],
      ["错误原因", "所在行", "序号", "账号", "付款金额"],
      ["付款金额：单笔付款至少 2,000.00 CNY", "3", "2", "62220212", "1999"],
    ]);
  });

  it("an error file keeps numbers as numbers, whatever their error", async () => {
    const cell = (text: string) => ({ text, number: true as const, look: "bad" as const });
    const bytes = await bytesOf(
      writeSheetFile(
        {
          title: "s",
          columns: [{ width: 9 }],
          frozen: 0,
          rows: [
            [cell("-1999.5"), cell("25.6%"), cell("-0.05%"), { ...cell("12%"), look: "plain" }, { ...cell("007x") }],
          ],
        },
        webZip,
        Date.UTC(2026, 10, 21),
      ),
    );
    const [sheet] = (await readFile(bytes, 10)).sheets;
    expect(sheet!.rows[0]!.map(({ text, number }) => [text, number ?? false])).toEqual([
      ["-1999.5", true],
      ["25.6%", true],
      ["-0.05%", true],
      ["12%", true],
      ["007x", false],
    ]);
  });

  it("an error file keeps rows above the header and notes, shows corrected cells, and identifies them", () => {
    const sheet = sheetOf(
      ["十一月"],
      ["序号", "账号", "付款金额"],
      ["※", "※ 必填", "※ 数字"],
      ["1", "62220212", "2000"],
      ["2", { text: "6.2E+15", number: true, damaged: true }, { text: "1999", number: true }],
    );
    const failing: FailedRow = {
      line: 5,
      cells: { account: { text: "6.2E+15", number: true, damaged: true }, amount: { text: "1998", number: true } },
      problems: [
        { column: "amount", message: "低" },
        { column: "account", message: "损坏" },
      ],
    };
    const made = buildErrorSheet({ sheet, header: 1, columns: columnsOf(sheet) }, [failing], ERRORS);
    expect(
      made.rows.map((row) => row.map(({ text, look, number }) => `${text}|${look}${number ? "|number" : ""}`)),
    ).toEqual([
      ["|reason", "|reason", "十一月|plain", "|plain", "|plain"],
      ["错误原因|required", "所在行|required", "序号|optional", "账号|optional", "付款金额|optional"],
      ["|reason", "|reason", "※|rule", "※ 必填|rule", "※ 数字|rule"],
      ["付款金额：低；账号：损坏|reason", "5|plain|number", "2|plain", "6.2E+15|bad", "1998|bad|number"],
    ]);
    expect([made.columns, made.frozen]).toEqual([
      [{ width: 44 }, { width: 10 }, { width: 20, text: false }, { width: 20, text: true }, { width: 20, text: false }],
      2,
    ]);
  });

  const fixture = (path: string) =>
    JSON.parse(readFileSync(new URL(`../schemas/${path}.json`, import.meta.url), "utf8")) as Row & { record?: Row };
  const exported = async (entity: Entity, rows: Row[], lang: Lang, format: "xlsx" | "csv", columns?: string[]) => {
    async function* batches() {
      yield rows;
    }
    const { stream } = await exportFile({
      entity,
      query: createEmptyQuery(),
      ...(columns && { columns }),
      lang,
      format,
      batches: batches(),
      now: Date.UTC(2026, 10, 21),
      t,
      forExcel: true,
    });
    return (await readFile(await bytesOf(stream), 100)).sheets[0]!;
  };
  const importing = (name: string): Entity => {
    const entity = schemas.entities.get(name)!;
    return {
      ...entity,
      list: {
        ...entity.list,
        import: { fields: entity.fields.filter((field) => !field.readOnly).map((field) => field.name), maxRows: 100 },
      },
    };
  };
  const languages = (["zh", "en"] as const).flatMap((lang) =>
    (["xlsx", "csv"] as const).map((format) => ({ lang, format })),
  );

  it.each(languages)(
    "an exported $format in $lang imports back unchanged, in either page language",
    async ({ lang, format }) => {
      for (const [name, path] of [
        ["beneficiary", "beneficiary/valid/company"],
        ["bankAccount", "bankAccount/valid/company"],
        ["payer", "payer/valid/company"],
      ] as const) {
        const entity = importing(name);
        const file = fixture(path);
        const record = file.record ?? file;
        const sheet = await exported(entity, [record], lang, format, entity.list.import!.fields);
        for (const speaks of ["zh", "en"] as const) {
          const [row] = rowsIn(sheet, entity, speaks);
          const named = Object.fromEntries(Object.entries(row!.finds).map(([field, parts]) => [field, parts[""]]));
          expect({ ...row!.record, ...named }).toEqual(record);
          expect(row!.unread).toEqual([]);
        }
      }
      const order = {
        orderNo: "WD1",
        holder: "=1+1 公司",
        account: "6222021202041234567",
        amount: "1234567.50",
        fee: "12.00",
        bank: "中国工商银行",
        remark: "'007",
        status: "done",
        createdAt: "2026-11-21T10:05:00.000Z",
      };
      const [row] = rowsIn(await exported(payment, [order], lang, format, [...payment.list.columns, "remark"]));
      expect(row).toMatchObject({
        line: 2,
        record: { amount: "1234567.50", remark: "'007" },
        finds: { accountId: { holder: "=1+1 公司", account: "6222021202041234567" } },
      });
    },
  );
});
