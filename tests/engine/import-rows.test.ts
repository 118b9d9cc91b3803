/** Rows of a file: cells parsed by their kinds, records validated by the entity's own check. */
import { describe, expect, it } from "vitest";
import en from "../../src/engine/locales/en/engine.json" with { type: "json" };
import { groupProblems, formatRanges } from "../../src/engine/import/problems.ts";
import { readRow, readRows, mergeResponse, markDuplicates } from "../../src/engine/import/rows.ts";
import type { RawCell } from "../../src/engine/import/sheet.ts";
import { interpolate } from "@portolan/engine";
import { schemas, payment, t, contextOf, sheetOf, columnsOf, rowsIn, FOUND } from "./import-fixtures.ts";

describe("rows", () => {
  it("carry the spreadsheet's row numbers, without empty rows and the template's notes", () => {
    const rows = rowsIn(
      sheetOf(
        ["账号", "付款金额"],
        ["※ 必填", "※ 必填"],
        [],
        ["6222021202041234567", "2,000"],
        ["", " "],
        ["6222021202041234567", "￥2000.5"],
      ),
    );
    expect(rows.map((row) => [row.line, row.record["amount"]])).toEqual([
      [4, "2000.00"],
      [6, "2000.50"],
    ]);
    expect(rows[0]!.finds).toEqual({ accountId: { account: "6222021202041234567" } });
    expect(rows[0]!.open).toBe(true);
  });
  it("reject a number that Excel rounded in an account column, and accept it in an amount column", () => {
    const damaged: RawCell = { text: "6222021202041230000", number: true, damaged: true };
    const [row] = rowsIn(sheetOf(["账号", "付款金额"], [damaged, { text: "2000", number: true }]));
    expect(row!.problems).toEqual([{ column: "account", code: "damaged", message: t("import.problem.damaged") }]);
    expect(row!.finds).toEqual({});
    const [whole] = rowsIn(sheetOf(["收款人", "付款金额"], [damaged, "2000"]));
    expect(whole!.problems.map((problem) => problem.code)).toEqual(["damaged"]);
  });
  it("name formulas without a result, invisible characters and blank cells, with the remedy", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const sheet = sheetOf(
      ["户名", "账号", "联行号"],
      ["深圳\u200b海图", "6222021202041234567", { text: "=A1", formula: true }],
      ["甲", "6222 02x2 0204", ""],
      ["乙", "6222 0212 0204\u200b 1234", ""],
    );
    for (const lang of ["zh", "en"] as const) {
      const words =
        lang === "zh"
          ? t
          : (key: string, params: Record<string, string | number> = {}) =>
              interpolate((en as Record<string, string>)[key]!, params);
      const rows = readRows(sheet, 0, columnsOf(sheet, payees), { ...contextOf(payees, lang), t: words });
      const of = (at: number, column: string) => rows[at]!.problems.find((problem) => problem.column === column);
      expect([of(0, "holder"), of(0, "linkedBankNo")?.message, of(1, "account")]).toEqual(
        lang === "zh"
          ? [
              {
                column: "holder",
                code: "hidden",
                message: "第 3 个字符看不见（U+200B），应为：深圳海图",
                near: ["深圳海图"],
              },
              "单元格是公式，文件里没有保存它的计算结果。请用 Excel 打开文件并保存一次，或改填数值。",
              {
                column: "account",
                code: "pattern",
                message: "号码中有空格，应连续填写：622202x20204；账号为 8-32 位数字",
                near: ["622202x20204"],
              },
            ]
          : [
              {
                column: "holder",
                code: "hidden",
                message: "Character 3 is invisible (U+200B). It should read: 深圳海图",
                near: ["深圳海图"],
              },
              "This cell is a formula, and the file does not hold its result. Open the file in Excel and save it once, or enter the value itself.",
              {
                column: "account",
                code: "pattern",
                message: "There are spaces in this number. Write it without: 622202x20204; Enter 8 to 32 digits",
                near: ["622202x20204"],
              },
            ],
      );
      // Grouped digits are parsed as intended.
      expect([of(2, "account"), rows[2]!.record["account"]]).toEqual([undefined, "6222021202041234"]);
    }
    // Once the suggestion is accepted, the row shows no further problem.
    const [row] = readRows(sheet, 0, columnsOf(sheet, payees), contextOf(payees));
    expect(readRow(2, { ...row!.cells, holder: { text: "深圳海图" } }, contextOf(payees), row).record["holder"]).toBe(
      "深圳海图",
    );
  });
  it("are validated by the entity's check with contexts, each error once and at its cell", () => {
    const rows = rowsIn(
      sheetOf(
        ["户名", "账号", "付款金额", "备注"],
        ["甲", "62220212", "1999.99", ""],
        ["甲", "62220212", "abc", ""],
        ["", "", "600000", "字".repeat(21)],
        ["甲", "62220212", "9990", ""],
      ),
    );
    const told = rows.map((row) => (row.open ? mergeResponse(row, FOUND, contextOf(payment)) : row));
    expect(told.map((row) => row.problems.map((problem) => `${problem.column} ${problem.code}`))).toEqual(
      [
        ["amount formatMinimum"],
        ["amount number"],
        ["account required", "remark maxLength", "amount singleMax"].sort(),
        ["amount balance"],
      ].map((one) => expect.arrayContaining(one) as unknown),
    );
    expect(told[0]!.problems[0]!.message).toBe("单笔付款至少 2,000.00 CNY");
    expect(told.map((row) => row.problems.length)).toEqual([1, 1, 3, 1]);
  });
  it("ask to choose a record, until the server reports that there is none [M17]", () => {
    const [row] = rowsIn(sheetOf(["户名", "账号", "付款金额"], ["", "", "2000"]));
    expect(row?.problems.map(({ message }) => message)).toContain("请选择收款人");
    const none = { at: "/accountId", code: "required", params: {}, message: "还没有收款人，先添加一个" };
    const told = row && mergeResponse(row, { errors: [none] }, contextOf(payment));
    expect(told?.problems.map(({ message }) => message)).toContain("还没有收款人，先添加一个");
  });
  it("that are corrected are validated again, and keep their record while the name is unchanged", () => {
    const [row] = rowsIn(sheetOf(["账号", "付款金额"], ["62220212", "1999"]));
    const known = mergeResponse(row!, FOUND, contextOf(payment));
    const fixed = readRow(known.line, { ...known.cells, amount: { text: "２，０００" } }, contextOf(payment), known);
    expect([fixed.problems, fixed.open, fixed.value["accountId"], fixed.value["fee"]]).toEqual([
      [],
      false,
      "BA1",
      "12.00",
    ]);
    const other = readRow(known.line, { ...fixed.cells, account: { text: "62220213" } }, contextOf(payment), fixed);
    expect([other.open, other.value["accountId"]]).toEqual([true, undefined]);
    const none = mergeResponse(other, { found: { accountId: { problem: "none" } } }, contextOf(payment));
    expect(none.problems).toEqual([{ column: "account", code: "found.none", message: t("import.problem.none") }]);
  });
  it("with the same content are warned of, not rejected", () => {
    const rows = rowsIn(
      sheetOf(["账号", "付款金额"], ["62220212", "2000"], ["62220212", "2001"], ["6222 0212", "2,000.00"]),
    );
    expect(rows.map((row) => row.duplicateOf)).toEqual([undefined, undefined, 2]);
  });
  it("that repeat a unique value are rejected until one of them is corrected", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const context = contextOf(payees);
    const rows = rowsIn(
      sheetOf(["户名", "账号"], ["甲公司", "6222021202041234567"], ["乙公司", "6222 0212 0204 1234 567"]),
      payees,
    );
    const clash = { column: "account", code: "unique", message: t("import.problem.clash", { line: "2" }) };
    expect(rows[1]!.problems).toContainEqual(clash);
    expect(mergeResponse(rows[1]!, {}, context).problems).toContainEqual(clash);
    expect(rows[0]!.problems.map(({ column }) => column)).not.toContain("account");
    const fixed = readRow(2, { ...rows[0]!.cells, account: { text: "6222021202041234568" } }, context, rows[0]);
    expect(markDuplicates([fixed, rows[1]!], context)[1]!.problems).not.toContainEqual(clash);
  });
  it("suggest similar names for a record that does not exist", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const [row] = rowsIn(sheetOf(["户名", "开户行"], ["甲公司", "工商银行"]), payees);
    const told = mergeResponse(
      row!,
      { found: { bank: { problem: "none", near: ["中国工商银行"] } } },
      contextOf(payees),
    );
    expect(told.problems).toContainEqual({
      column: "bank",
      code: "found.none",
      message: "列表中没有这一项，是否为：中国工商银行？",
      near: ["中国工商银行"],
    });
  });
  it("group their errors by column and rule, with ranges of rows", () => {
    const rows = [3, 9, 10, 11, 20].map((line) => ({
      line,
      problems: [{ column: "amount", code: "formatMinimum", message: "低" }],
    }));
    const groups = groupProblems([
      { line: 4, problems: [{ column: "remark", code: "maxLength", message: "长" }] },
      ...rows.toReversed(),
    ]);
    expect(groups.map((group) => [group.column, formatRanges(group.lines)])).toEqual([
      ["amount", "3, 9-11, 20"],
      ["remark", "4"],
    ]);
  });
});
