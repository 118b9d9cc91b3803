/** From sheets to records: headers in either language, cells by their kinds, rows by the entity's own check, and back from an exported file. */
import { readFileSync } from "node:fs";
import { read, utils } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import en from "../../locales/en/engine.json" with { type: "json" };
import zh from "../../locales/zh/engine.json" with { type: "json" };
import { bilingual, missingFields, type Target, targetsOf, templateTargets } from "../../src/engine/import/columns.ts";
import { errorSheet, type FailedRow } from "../../src/engine/import/error-file.ts";
import { ImportStorage } from "../../src/engine/import/import-storage.ts";
import { guessHeader, headerSet, matchColumns } from "../../src/engine/import/match.ts";
import { groupProblems, rangesOf } from "../../src/engine/import/problems.ts";
import { readFile } from "../../src/engine/import/read.ts";
import {
  type ImportRow,
  type RowContext,
  rowFrom,
  rowsOf,
  withAnswer,
  markDuplicates,
} from "../../src/engine/import/rows.ts";
import type { RawCell, Sheet } from "../../src/engine/import/sheet.ts";
import { templateSheet } from "../../src/engine/import/template.ts";
import { batchTotals } from "../../src/engine/import/totals.ts";
import { startBody } from "../../src/engine/import/import-api.ts";
import { sheetFile } from "../../src/engine/import/write.ts";
import { webZip } from "../../src/engine/import/web-zip.ts";
import { emptyQuery, type Entity, fill, type Field, type Lang, type Row, type Scope } from "../../src/engine/index.ts";
import { exportFile } from "../../server/export/export.ts";
import { productSchemas } from "../server/invariants.ts";

const schemas = productSchemas();
const payment = schemas.entities.get("withdrawal")!;
const word = (key: string, params: Record<string, string | number> = {}) => {
  const text = (zh as Record<string, string>)[key];
  if (text === undefined) throw new Error(`no word ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
};
const channel = {
  singleMin: "10.00",
  singleMax: "500000.00",
  monthlyMax: "900000.00",
  monthUsed: "0.00",
  singleFee: "2.00",
  withdrawalRate: "0.005",
};
const contexts = {
  channel,
  wallet: { currency: "CNY", withdrawable: "10000.00" },
  user: { certified: true, payPasswordSet: true },
};
const contextOf = (entity: Entity, lang: Lang = "zh"): RowContext => ({
  entity,
  lang,
  targets: targetsOf(entity),
  factsFor: () => (entity === payment ? contexts : {}),
  word,
});
const sheetOf = (...rows: (string | RawCell)[][]): Sheet => ({
  name: "s",
  more: false,
  rows: rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell))),
});
const columnsOf = (sheet: Sheet, entity = payment) =>
  matchColumns(sheet.rows[guessHeader(sheet, targetsOf(entity))]!, targetsOf(entity));
const rowsIn = (sheet: Sheet, entity = payment, lang: Lang = "zh") =>
  rowsOf(sheet, guessHeader(sheet, targetsOf(entity)), columnsOf(sheet, entity), contextOf(entity, lang));
const meaning = (...headers: string[]) => columnsOf(sheetOf(headers)).map((column) => column.target?.id ?? "");
const ERRORS = {
  reason: word("import.reasonColumn"),
  line: word("import.lineColumn"),
  colon: word("form.colon"),
  stop: word("import.stop"),
  field: (column: string) => payment.text(`field.${column}.label`, "zh"),
};
const FOUND = { found: { accountId: { id: "BA1", label: "杭州启航" } } };

describe("headers", () => {
  it("are properties or labels in Chinese or English, however they are dressed", () => {
    expect(meaning("收款户名", "银行账号", "付款金额", "备注")).toEqual(["holder", "account", "amount", "remark"]);
    expect(meaning("Payee", "account number", "AMOUNT", "Remark")).toEqual(["holder", "account", "amount", "remark"]);
    expect(meaning("accountId", "amount", "remark")).toEqual(["accountId", "amount", "remark"]);
    expect(meaning("* 付款金额（元）", "收款 账户：", "订单号", "状态")).toEqual(["amount", "accountId", "", ""]);
  });
  it("may be one sign of a word of two, as people write their columns", () => {
    const payee = schemas.entities.get("bankAccount")!;
    const columns = columnsOf(sheetOf(["户名", "银行账号", "省", "市", "行号"]), payee);
    expect(columns.map((column) => [column.target?.id, column.sure])).toEqual([
      ["holder", "exact"],
      ["account", "exact"],
      ["province", "near"],
      ["city", "near"],
      ["linkedBankNo", "exact"],
    ]);
  });
  it("may be what the field is called elsewhere", () => {
    expect(meaning("收款人姓名", "卡号", "金额", "用途")).toEqual(["holder", "account", "amount", "remark"]);
  });
  it("may be nearly so, once, and never when two are equally near", () => {
    const columns = columnsOf(sheetOf(["Acount number", "付款金额合计", "Remarks"]));
    expect(columns.map((column) => [column.target?.id, column.sure])).toEqual([
      ["account", "near"],
      ["amount", "near"],
      ["remark", "near"],
    ]);
    expect(meaning("付款金额", "付款金额")).toEqual(["amount", ""]);
    const twins = ["settlement a", "settlement b"].map((name) => ({ id: name.slice(-1), names: [name] }) as Target);
    const near = (header: string) => matchColumns([{ text: header }], twins)[0]!.target?.id;
    // One letter from both; two letters from one; three; a sign that two names have.
    expect([near("settlement c"), near("settlexxnt a"), near("settlxxxnt a"), near("settlement"), near("b")]).toEqual([
      undefined,
      "a",
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("stand in the row that knows most of them, below titles and remarks", () => {
    const sheet = sheetOf(
      ["十一月付款清单"],
      [],
      ["制表：王", "2026-11"],
      ["收款户名", "银行账号", "付款金额"],
      ["甲", "1", "2000"],
    );
    expect(guessHeader(sheet, targetsOf(payment))).toBe(3);
    expect(guessHeader(sheetOf(["only"], ["a", "b"], ["1", "2"]), targetsOf(payment))).toBe(1);
  });
  it("are understood in the language that the page does not speak", () => {
    const other: Entity = {
      ...payment,
      text: (key, lang, params) => (lang === "zh" ? payment.text(key, "zh", params) : key),
    };
    const texts = { "field.amount.label": "Amount" };
    const { aliases } = payment.field("amount");
    const names = (entity: Entity) => targetsOf(entity).find((target) => target.id === "amount")!.names;
    expect(names(other)).toEqual(["amount", "付款金额", ...aliases!]);
    expect(names(bilingual(other, "en", texts))).toEqual(["amount", "付款金额", "Amount", ...aliases!]);
  });
  it("that a person gave a meaning keep it for the next file of the same form", () => {
    const storage = new Map<string, string>();
    const kept = new ImportStorage("u", payment.name, {
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    });
    const columns = columnsOf(sheetOf(["谁", "多少"]));
    const [who, much] = columns;
    const said = [
      { ...who!, target: targetsOf(payment)[0]! },
      { ...much!, target: targetsOf(payment).find((target) => target.id === "amount")! },
    ];
    kept.remember(said);
    expect(kept.recall(columns, targetsOf(payment)).map((column) => [column.target?.id, column.sure])).toEqual([
      ["accountId", "chosen"],
      ["amount", "chosen"],
    ]);
    expect(headerSet(columns)).toBe("谁|多少");
    expect(kept.batch()).toBeUndefined();
    kept.keepBatch({ fileHash: "h", run: 2, name: "n" });
    expect(kept.batch()).toEqual({ fileHash: "h", run: 2, name: "n" });
    kept.keepBatch(undefined);
    expect([...storage.keys()]).toEqual([`import.columns.u.${payment.name}`]);
    // Twenty sets of headers are enough; what is no memory of ours is none.
    const [target] = targetsOf(payment);
    for (let at = 0; at < 20; at++)
      kept.remember([
        { at: 0, header: `h${at}`, ...(target && { target }) },
        { at: 1, header: "x" },
      ]);
    expect(
      ["h0", "h19"].map((header) =>
        kept
          .recall(
            [
              { at: 0, header },
              { at: 1, header: "x" },
            ],
            targetsOf(payment),
          )
          .map((column) => column.target?.id),
      ),
    ).toEqual([
      ["accountId", undefined],
      ["accountId", undefined],
    ]);
    expect(kept.recall(columns, targetsOf(payment))).toEqual(columns);
    for (const broken of [
      "{",
      "null",
      "7",
      JSON.stringify({ fileHash: "h", name: "n" }),
      JSON.stringify({ fileHash: "h", run: 1 }),
      JSON.stringify({ run: 1, name: "n" }),
    ]) {
      storage.set(`import.u.${payment.name}`, broken);
      expect([broken, kept.batch()]).toEqual([broken, undefined]);
    }
  });
  it("name what is still missing", () => {
    expect(
      missingFields(payment, [targetsOf(payment).find((target) => target.id === "remark")]).map((field) => field.name),
    ).toEqual(["accountId", "amount"]);
    expect(
      missingFields(
        payment,
        columnsOf(sheetOf(["银行账号", "付款金额"])).map((column) => column.target),
      ),
    ).toEqual([]);
  });
});

describe("rows", () => {
  it("carry the program's row numbers; empty ones and the template's rules are none", () => {
    const rows = rowsIn(
      sheetOf(
        ["银行账号", "付款金额"],
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
  it("refuse a number that Excel rounded in an account's column, and take it in an amount's", () => {
    const damaged: RawCell = { text: "6222021202041230000", number: true, damaged: true };
    const [row] = rowsIn(sheetOf(["银行账号", "付款金额"], [damaged, { text: "2000", number: true }]));
    expect(row!.problems).toEqual([{ column: "account", code: "damaged", message: word("import.problem.damaged") }]);
    expect(row!.finds).toEqual({});
    const [whole] = rowsIn(sheetOf(["收款账户", "付款金额"], [damaged, "2000"]));
    expect(whole!.problems.map((problem) => problem.code)).toEqual(["damaged"]);
  });
  it("say of a formula without a result, of what cannot be seen and of blanks what they are, and what would be right", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const sheet = sheetOf(
      ["户名", "银行账号", "联行号"],
      ["深圳\u200b海图", "6222021202041234567", { text: "=A1", formula: true }],
      ["甲", "6222 02x2 0204", ""],
      ["乙", "6222 0212 0204\u200b 1234", ""],
    );
    for (const lang of ["zh", "en"] as const) {
      const words =
        lang === "zh"
          ? word
          : (key: string, params: Record<string, string | number> = {}) =>
              fill((en as Record<string, string>)[key]!, params);
      const rows = rowsOf(sheet, 0, columnsOf(sheet, payees), { ...contextOf(payees, lang), word: words });
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
              "单元格是公式，文件里没有保存它的计算结果。请用 Excel 打开文件并保存一次，或改填数值",
              {
                column: "account",
                code: "pattern",
                message: "号码中有空格，应连续填写：622202x20204；银行账号应为 8 至 32 位数字",
                near: ["622202x20204"],
              },
            ]
          : [
              {
                column: "holder",
                code: "hidden",
                message: "Character 3 cannot be seen (U+200B). It should read: 深圳海图",
                near: ["深圳海图"],
              },
              "This cell is a formula, and the file does not hold its result. Open the file in Excel and save it once, or enter the value itself",
              {
                column: "account",
                code: "pattern",
                message:
                  "There are spaces in this number. Write it without: 622202x20204; An account number has 8 to 32 digits",
                near: ["622202x20204"],
              },
            ],
      );
      // Digits in groups are read as they are meant.
      expect([of(2, "account"), rows[2]!.record["account"]]).toEqual([undefined, "6222021202041234"]);
    }
    // Taken, the row says no more of it.
    const [row] = rowsOf(sheet, 0, columnsOf(sheet, payees), contextOf(payees));
    expect(rowFrom(2, { ...row!.cells, holder: { text: "深圳海图" } }, contextOf(payees), row).record["holder"]).toBe(
      "深圳海图",
    );
  });
  it("are judged by the entity's own check, with the facts, each thing said once and where it stands", () => {
    const rows = rowsIn(
      sheetOf(
        ["收款户名", "银行账号", "付款金额", "备注"],
        ["甲", "62220212", "1999.99", ""],
        ["甲", "62220212", "abc", ""],
        ["", "", "600000", "字".repeat(21)],
        ["甲", "62220212", "9990", ""],
      ),
    );
    const told = rows.map((row) => (row.open ? withAnswer(row, FOUND, contextOf(payment)) : row));
    expect(told.map((row) => row.problems.map((problem) => `${problem.column} ${problem.code}`))).toEqual(
      [
        ["amount formatMinimum"],
        ["amount number"],
        ["account required", "remark maxLength", "amount singleMax"].sort(),
        ["amount balance"],
      ].map((one) => expect.arrayContaining(one) as unknown),
    );
    expect(told[0]!.problems[0]!.message).toBe("最低提现金额为 2000 人民币！");
    expect(told.map((row) => row.problems.length)).toEqual([1, 1, 3, 1]);
  });
  it("that are corrected are judged anew, and keep the record that they named while the name is the same", () => {
    const [row] = rowsIn(sheetOf(["银行账号", "付款金额"], ["62220212", "1999"]));
    const known = withAnswer(row!, FOUND, contextOf(payment));
    const fixed = rowFrom(known.line, { ...known.cells, amount: { text: "２，０００" } }, contextOf(payment), known);
    expect([fixed.problems, fixed.open, fixed.value["accountId"], fixed.value["fee"]]).toEqual([
      [],
      false,
      "BA1",
      "12.00",
    ]);
    const other = rowFrom(known.line, { ...fixed.cells, account: { text: "62220213" } }, contextOf(payment), fixed);
    expect([other.open, other.value["accountId"]]).toEqual([true, undefined]);
    const none = withAnswer(other, { found: { accountId: { problem: "none" } } }, contextOf(payment));
    expect(none.problems).toEqual([{ column: "account", code: "found.none", message: word("import.problem.none") }]);
  });
  it("that say the same are pointed out, not refused", () => {
    const rows = rowsIn(
      sheetOf(["银行账号", "付款金额"], ["62220212", "2000"], ["62220212", "2001"], ["6222 0212", "2,000.00"]),
    );
    expect(rows.map((row) => row.twin)).toEqual([undefined, undefined, 2]);
  });
  it("that have a value of an earlier one where no two records may are refused, until that one is corrected", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const context = contextOf(payees);
    const rows = rowsIn(
      sheetOf(["户名", "银行账号"], ["甲公司", "6222021202041234567"], ["乙公司", "6222 0212 0204 1234 567"]),
      payees,
    );
    const clash = { column: "account", code: "unique", message: word("import.problem.clash", { line: "2" }) };
    expect(rows[1]!.problems).toContainEqual(clash);
    expect(withAnswer(rows[1]!, {}, context).problems).toContainEqual(clash);
    expect(rows[0]!.problems.map(({ column }) => column)).not.toContain("account");
    const fixed = rowFrom(2, { ...rows[0]!.cells, account: { text: "6222021202041234568" } }, context, rows[0]);
    expect(markDuplicates([fixed, rows[1]!], context)[1]!.problems).not.toContainEqual(clash);
  });
  it("name what may have been meant instead of what is none", () => {
    const payees = schemas.entities.get("bankAccount")!;
    const [row] = rowsIn(sheetOf(["户名", "开户银行"], ["甲公司", "工商银行"]), payees);
    const told = withAnswer(row!, { found: { bank: { problem: "none", near: ["中国工商银行"] } } }, contextOf(payees));
    expect(told.problems).toContainEqual({
      column: "bank",
      code: "found.none",
      message: "列表中没有这一项，是否为：中国工商银行？",
      near: ["中国工商银行"],
    });
  });
  it("group their problems by column and rule, with rows as people say them", () => {
    const rows = [3, 9, 10, 11, 20].map((line) => ({
      line,
      problems: [{ column: "amount", code: "formatMinimum", message: "低" }],
    }));
    const groups = groupProblems([
      { line: 4, problems: [{ column: "remark", code: "maxLength", message: "长" }] },
      ...rows.toReversed(),
    ]);
    expect(groups.map((group) => [group.column, rangesOf(group.lines)])).toEqual([
      ["amount", "3, 9-11, 20"],
      ["remark", "4"],
    ]);
  });
  it("come to sums by currency, and to what stays in the wallet", () => {
    const good = rowsIn(sheetOf(["银行账号", "付款金额"], ["62220212", "2000"], ["62220213", "3000.50"])).map((row) =>
      withAnswer(row, FOUND, contextOf(payment)),
    );
    const totals = batchTotals(
      payment,
      good.map((row) => row.value),
      () => contexts,
    );
    expect(totals.sums.map((sum) => [sum.field.name, sum.byCurrency])).toEqual([
      ["amount", [["CNY", "5000.50"]]],
      ["fee", [["CNY", "29.00"]]],
    ]);
    expect(totals.wallets).toEqual([
      { currency: "CNY", debit: "5029.50", available: "10000.00", after: "4970.50", short: false },
    ]);
    expect(
      batchTotals(
        payment,
        [...good, ...good].map((row) => row.value),
        () => contexts,
      ).wallets[0],
    ).toMatchObject({ after: "-59.00", short: true });
    // Each alone keeps the month's limit; together they do not.
    expect(totals.over).toEqual([]);
    expect(
      batchTotals(
        payment,
        good.map((row) => row.value),
        () => ({ ...contexts, channel: { ...channel, monthUsed: "895000.00" } }),
      ).over,
    ).toMatchObject([{ rule: "monthlyMax", total: "5000.50", left: "5000.00" }]);
    expect(startBody(payment, "h", 1, good)).toEqual({
      fileHash: "h",
      run: 1,
      rows: [
        { line: 2, record: { accountId: "BA1", amount: "2000.00", rate: "0.005", fee: "12.00", debit: "2012.00" } },
        { line: 3, record: { accountId: "BA1", amount: "3000.50", rate: "0.005", fee: "17.00", debit: "3017.50" } },
      ],
    });
  });
  it("of several currencies have each its own facts: terms, what leaves which wallet, what is left of which limit", () => {
    const remittance = schemas.entities.get("remittance")!;
    const terms = (singleMin: string, singleFee: string, monthUsed: string) => ({
      singleMin,
      singleMax: "500000",
      monthlyMax: "9000",
      monthUsed,
      singleFee,
      withdrawalRate: "0.001",
    });
    const known: Record<string, Scope> = {
      USD: { channel: terms("50", "25", "0"), wallet: { currency: "USD", withdrawable: "1000.00" } },
      EUR: { channel: terms("50", "20", "8500"), wallet: { currency: "EUR", withdrawable: "9000.00" } },
      JPY: { channel: terms("10000", "3000", "0"), wallet: { currency: "JPY", withdrawable: "900000" } },
    };
    const factsFor = (record: Row) => known[String(record["currency"])] ?? {};
    const sheet = sheetOf(
      ["payerId", "payeeId", "currency", "amount", "feeBearing", "purpose", "contractNo"],
      ...[
        ["USD", "1000"],
        ["EUR", "600"],
        ["JPY", "5000"],
        ["GBP", "600"],
      ].map(([currency, amount]) => ["甲", "乙", currency!, amount!, "SHA", "project", "A-1"]),
    );
    const context: RowContext = { ...contextOf(remittance), factsFor };
    const same = (id: string) => ({ id, label: id });
    const found = (row: ImportRow) => ({
      found: {
        payerId: same("P1"),
        payeeId: same("R1"),
        purpose: same("project"),
        currency: same(row.finds["currency"]![""]!),
      },
    });
    const rows = rowsOf(sheet, 0, columnsOf(sheet, remittance), context).map((row) =>
      withAnswer(row, found(row), context),
    );
    // Of the pound nothing is known here: nothing is said.
    expect(rows.map((row) => row.problems.map((problem) => problem.code))).toEqual([
      ["balance"],
      ["monthlyMax"],
      ["singleMin"],
      [],
    ]);
    expect(rows.map((row) => row.value["debit"])).toEqual(["1026.00", "620.60", "8005", undefined]);
    const totals = batchTotals(
      remittance,
      rows.map((row) => row.value),
      factsFor,
    );
    expect(totals.wallets.map(({ currency, after, short }) => [currency, after, short])).toEqual([
      ["EUR", "8379.40", false],
      ["JPY", "891995", false],
      ["USD", "-26.00", true],
    ]);
    expect(totals.over.map(({ rule, currency, total, left }) => [rule, currency, total, left])).toEqual([
      ["monthlyMax", "EUR", "600.00", "500"],
    ]);
  });
});

describe("files that we make", () => {
  const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of chunks) parts.push(part);
    return new Uint8Array(Buffer.concat(parts));
  };
  it("a template says what each column takes", () => {
    const said = (key: string, params: Record<string, string | number> = {}) =>
      key === "import.join" ? " | " : [key.replace("import.", ""), ...Object.values(params)].join(" ");
    const columns = (entity: Entity) => {
      const listed = ({ options }: Field) =>
        options && "list" in options && options.list === "purpose"
          ? ["currentSettlement", ..."123456789"].map((value) => ({ value, label: `名称 ${value}` }))
          : undefined;
      const { title, columns, rows, room } = templateSheet(entity, "zh", said, listed);
      return [
        title,
        room,
        ...columns.map((column, at) =>
          [
            rows[0]![at]!.text,
            rows[0]![at]!.look,
            rows[1]![at]!.text,
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
        name === "amount" ? { ...amount, schema: { ...amount.schema, formatMaximum: "50000" } } : payment.field(name),
    };
    expect(columns(capped)).toEqual([
      "sheetTitle 人民币付款",
      2000,
      "收款户名, required, ※ required | byPart 收款账户, text, 23, 0",
      "银行账号, required, ※ required | byPart 收款账户 | example 6222021202041234567, text, 29, 0",
      "付款金额, required, ※ required | CNY | atLeast 2,000.00 | atMost 50,000.00 | example 2,000.00, typed, 20, 0",
      "备注, optional, ※ optional | maxLength 20 | example 11 月货款, text, 23, 0",
    ]);
    const remittance = columns(schemas.entities.get("remittance")!);
    for (const column of [
      "费用承担, required, ※ required | SHA 双方共担 / OUR 付款方承担 / BEN 收款方承担, text, 20, 3",
      "全额到账, optional, ※ optional | 是 / 否, typed, 18, 2",
      "汇款用途, required, ※ required | example 名称 currentSettlement, text, 20, 10",
    ])
      expect(remittance).toContain(column);
  });
  it("a template is read as a file without rows, and its columns all mean something", async () => {
    expect(templateTargets(payment).map((target) => target.id)).toEqual(["holder", "account", "amount", "remark"]);
    const bytes = await bytesOf(sheetFile(templateSheet(payment, "zh", word), webZip, Date.UTC(2026, 10, 21)));
    const { sheets } = await readFile(bytes, 2000);
    expect(columnsOf(sheets[0]!).map((column) => column.target?.id)).toEqual(
      templateTargets(payment).map((target) => target.id),
    );
    expect(rowsIn(sheets[0]!)).toEqual([]);
    // What is typed into an account's column stays text: the column itself is of that format.
    const styles = read(bytes, { cellStyles: true, cellNF: true });
    expect(styles.Sheets[styles.SheetNames[0]!]!["A1"].z).toBe("@");
  });

  it("an error file is the person's own, less the good rows, with the reason first; corrected it comes back", async () => {
    const sheet = sheetOf(
      ["十一月"],
      ["序号", "银行账号", "付款金额"],
      ["1", "62220212", { text: "2000", number: true }],
      ["2", "62220212", { text: "1999", number: true }],
    );
    const rows = rowsIn(sheet).map((row) => withAnswer(row, FOUND, contextOf(payment)));
    const bytes = await bytesOf(
      sheetFile(
        errorSheet(
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
      ["错误原因", "所在行", "序号", "银行账号", "付款金额"],
      ["付款金额：最低提现金额为 2000 人民币！", 4, "2", "62220212", 1999],
    ]);
    const again = (await readFile(bytes, 10)).sheets[0]!;
    expect(rowsIn(again).map((row) => [row.line, row.record["amount"]])).toEqual([[3, "1999.00"]]);
    // What is wrong still is told in a file of the same shape, by the rows of this one.
    const still = rowsIn(again).map((row) => withAnswer(row, FOUND, contextOf(payment)));
    expect(
      errorSheet({ sheet: again, header: 1, columns: columnsOf(again) }, still, ERRORS).rows.map((row) =>
        row.map(({ text }) => text),
      ),
    ).toEqual([
      ["", "", "十一月", "", ""],
      ["错误原因", "所在行", "序号", "银行账号", "付款金额"],
      ["付款金额：最低提现金额为 2000 人民币！", "3", "2", "62220212", "1999"],
    ]);
  });

  it("an error file keeps numbers as numbers, whatever they are wrong about", async () => {
    const cell = (text: string) => ({ text, number: true as const, look: "bad" as const });
    const bytes = await bytesOf(
      sheetFile(
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

  it("an error file keeps what is above the header and the rules, shows cells as last corrected, and says which are meant", () => {
    const sheet = sheetOf(
      ["十一月"],
      ["序号", "银行账号", "付款金额"],
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
    const made = errorSheet({ sheet, header: 1, columns: columnsOf(sheet) }, [failing], ERRORS);
    expect(
      made.rows.map((row) => row.map(({ text, look, number }) => `${text}|${look}${number ? "|number" : ""}`)),
    ).toEqual([
      ["|reason", "|reason", "十一月|plain", "|plain", "|plain"],
      ["错误原因|required", "所在行|required", "序号|optional", "银行账号|optional", "付款金额|optional"],
      ["|reason", "|reason", "※|rule", "※ 必填|rule", "※ 数字|rule"],
      ["付款金额：低；银行账号：损坏|reason", "5|plain|number", "2|plain", "6.2E+15|bad", "1998|bad|number"],
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
      query: emptyQuery(),
      ...(columns && { columns }),
      lang,
      format,
      batches: batches(),
      now: Date.UTC(2026, 10, 21),
      word,
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
    "an exported $format in $lang imports back unchanged, whatever the page speaks",
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
