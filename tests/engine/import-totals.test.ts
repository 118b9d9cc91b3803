/** Totals over the rows of a file: sums, wallets and limits by currency. */
import { describe, expect, it } from "vitest";
import { type ImportRow, type RowContext, readRows, mergeResponse } from "../../src/engine/import/rows.ts";
import { computeBatchTotals } from "../../src/engine/import/totals.ts";
import { startBody } from "../../src/engine/import/import-api.ts";
import type { Row, Scope } from "@portolan/engine";
import {
  schemas,
  payment,
  channel,
  contexts,
  contextOf,
  sheetOf,
  columnsOf,
  rowsIn,
  FOUND,
} from "./import-fixtures.ts";

describe("totals of rows", () => {
  it("are computed by currency, with the remaining balance", () => {
    const good = rowsIn(sheetOf(["账号", "付款金额"], ["62220212", "2000"], ["62220213", "3000.50"])).map((row) =>
      mergeResponse(row, FOUND, contextOf(payment)),
    );
    const totals = computeBatchTotals(
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
      computeBatchTotals(
        payment,
        [...good, ...good].map((row) => row.value),
        () => contexts,
      ).wallets[0],
    ).toMatchObject({ after: "-59.00", short: true });
    // Each row alone is within the monthly limit, but their sum is not.
    expect(totals.over).toEqual([]);
    expect(
      computeBatchTotals(
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
  it("use the contexts of each currency: fees, wallet and remaining limit", () => {
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
    const rows = readRows(sheet, 0, columnsOf(sheet, remittance), context).map((row) =>
      mergeResponse(row, found(row), context),
    );
    // No context exists for GBP, so no limit is reported.
    expect(rows.map((row) => row.problems.map((problem) => problem.code))).toEqual([
      ["balance"],
      ["monthlyMax"],
      ["singleMin"],
      [],
    ]);
    expect(rows.map((row) => row.value["debit"])).toEqual(["1026.00", "620.60", "8005", undefined]);
    const totals = computeBatchTotals(
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
