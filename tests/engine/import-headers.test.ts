/** Headers of a file in either language, and the fields they map to. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { addLanguage, listMissingFields, type Target, listTargets } from "../../src/engine/import/columns.ts";
import { ImportStorage } from "../../src/engine/import/import-storage.ts";
import { guessHeader, joinHeaders, matchColumns } from "../../src/engine/import/match.ts";
import type { Entity } from "@portolan/engine";
import { schemas, payment, sheetOf, columnsOf, meaning } from "./import-fixtures.ts";

afterEach(() => vi.unstubAllGlobals());

describe("headers", () => {
  it("match names or labels in Chinese or English, however they are written", () => {
    expect(meaning("户名", "账号", "付款金额", "备注")).toEqual(["holder", "account", "amount", "remark"]);
    expect(meaning("Payee", "account number", "AMOUNT", "Note")).toEqual(["holder", "account", "amount", "remark"]);
    expect(meaning("accountId", "amount", "remark")).toEqual(["accountId", "amount", "remark"]);
    expect(meaning("* 付款金额（元）", "收款 账户：", "订单号", "状态")).toEqual(["amount", "accountId", "", ""]);
  });
  it("may be a single character of a label of two", () => {
    const payee = schemas.entities.get("bankAccount")!;
    const columns = columnsOf(sheetOf(["户名", "账号", "省", "市", "行号"]), payee);
    expect(columns.map((column) => [column.target?.id, column.confidence])).toEqual([
      ["holder", "exact"],
      ["account", "exact"],
      ["province", "near"],
      ["city", "near"],
      ["linkedBankNo", "exact"],
    ]);
  });
  it("may be a synonym of the field", () => {
    expect(meaning("收款人姓名", "卡号", "金额", "用途")).toEqual(["holder", "account", "amount", "remark"]);
  });
  it("may contain a typo, if one field alone is the closest", () => {
    const columns = columnsOf(sheetOf(["Acount number", "付款金额合计", "Remarks"]));
    expect(columns.map((column) => [column.target?.id, column.confidence])).toEqual([
      ["account", "near"],
      ["amount", "near"],
      ["remark", "near"],
    ]);
    expect(meaning("付款金额", "付款金额")).toEqual(["amount", ""]);
    const twins = ["settlement a", "settlement b"].map((name) => ({ id: name.slice(-1), names: [name] }) as Target);
    const near = (header: string) => matchColumns([{ text: header }], twins)[0]!.target?.id;
    // One letter away from both, two letters from one, three letters, an abbreviation shared by two names.
    expect([near("settlement c"), near("settlexxnt a"), near("settlxxxnt a"), near("settlement"), near("b")]).toEqual([
      undefined,
      "a",
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("are the row with the most matches, below titles and remarks", () => {
    const sheet = sheetOf(
      ["十一月付款清单"],
      [],
      ["制表：王", "2026-11"],
      ["户名", "账号", "付款金额"],
      ["甲", "1", "2000"],
    );
    expect(guessHeader(sheet, listTargets(payment))).toBe(3);
    expect(guessHeader(sheetOf(["only"], ["a", "b"], ["1", "2"]), listTargets(payment))).toBe(1);
  });
  it("match in the language that the page is not in", () => {
    const other: Entity = {
      ...payment,
      text: (key, lang, params) => (lang === "zh" ? payment.text(key, "zh", params) : key),
    };
    const texts = { "field.amount.label": "Amount" };
    const { aliases } = payment.field("amount");
    const names = (entity: Entity) => listTargets(entity).find((target) => target.id === "amount")!.names;
    expect(names(other)).toEqual(["amount", "付款金额", ...aliases!]);
    expect(names(addLanguage(other, "en", texts))).toEqual(["amount", "付款金额", "Amount", ...aliases!]);
  });
  it("that a user has mapped keep the mapping for the next file of the form", () => {
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
      removeItem: (name: string) => void storage.delete(name),
    });
    const kept = new ImportStorage("u", payment.name);
    const columns = columnsOf(sheetOf(["谁", "多少"]));
    const [who, much] = columns;
    const said = [
      { ...who!, target: listTargets(payment)[0]! },
      { ...much!, target: listTargets(payment).find((target) => target.id === "amount")! },
    ];
    kept.storeColumns(said);
    expect(
      kept.readColumns(columns, listTargets(payment)).map((column) => [column.target?.id, column.confidence]),
    ).toEqual([
      ["accountId", "chosen"],
      ["amount", "chosen"],
    ]);
    expect(joinHeaders(columns)).toBe("谁|多少");
    expect(kept.batch()).toBeUndefined();
    kept.storeBatch({ fileHash: "h", run: 2, name: "n" });
    expect(kept.batch()).toEqual({ fileHash: "h", run: 2, name: "n" });
    kept.storeBatch(undefined);
    expect([...storage.keys()]).toEqual([`import.columns.u.${payment.name}`]);
    // Only twenty sets of headers are stored; storage with other content is ignored.
    const [target] = listTargets(payment);
    for (let at = 0; at < 20; at++)
      kept.storeColumns([
        { at: 0, header: `h${at}`, ...(target && { target }) },
        { at: 1, header: "x" },
      ]);
    expect(
      ["h0", "h19"].map((header) =>
        kept
          .readColumns(
            [
              { at: 0, header },
              { at: 1, header: "x" },
            ],
            listTargets(payment),
          )
          .map((column) => column.target?.id),
      ),
    ).toEqual([
      ["accountId", undefined],
      ["accountId", undefined],
    ]);
    expect(kept.readColumns(columns, listTargets(payment))).toEqual(columns);
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
  it("report the columns that are missing", () => {
    expect(
      listMissingFields(payment, [listTargets(payment).find((target) => target.id === "remark")]).map(
        (field) => field.name,
      ),
    ).toEqual(["accountId", "amount"]);
    expect(
      listMissingFields(
        payment,
        columnsOf(sheetOf(["账号", "付款金额"])).map((column) => column.target),
      ),
    ).toEqual([]);
  });
});
