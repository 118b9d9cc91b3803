/** Account statement: one line per order and day, with a correct running balance. */
import { beforeAll, expect, it } from "vitest";
import { assertPresent } from "../../server/core/required.ts";
import { readEnds, readOpenHolds } from "../../server/payments/ledger/account-statement.ts";
import { readBalanceDays } from "../../server/payments/ledger/balance-days.ts";
import type { Line } from "../../server/payments/ledger/entry.ts";
import { post } from "../../server/payments/ledger/post.ts";
import { buildLedgerSource } from "../../server/payments/ledger/projections.ts";
import { productSchemas } from "../product-schemas.ts";
import type { Database, Queries } from "../../server/store/database.ts";
import { createEmptyQuery, buildListSql, type Query } from "@portolan/engine";
import { withDatabase } from "./databases.ts";
import { prepareMoney } from "./money-world.ts";

const { entities } = productSchemas();
const find = (name: string) => assertPresent(entities.get(name), `the entity ${name}`);
const lineEntity = find("statementLine");
const feeEntity = find("feeLine");
const monthEntity = find("statement");
const M = "100001";
const at = (day: number, hour = 4) => Date.UTC(2026, 10, day, hour);

withDatabase("the account statement", (open) => {
  let db: Database;
  let count = 0;
  const move = (from: Line["from"], to: Line["to"], amount: bigint, currency = "CNY"): Line => ({
    from,
    to,
    amount,
    currency,
  });
  const book = (kind: string, id: string, day: number, ...lines: Line[]) =>
    db.tx((tx) =>
      post(tx, { tenant: M, kind: "step", order: { kind, id }, step: `s${(count += 1)}`, lines, at: at(day) }),
    );
  beforeAll(async () => {
    db = await open();
    await prepareMoney(db, entities);
    await book("recharge", "RC1", 1, move("nostro", "in", 100_000n));
    await book("recharge", "RC1", 3, move("in", "avail", 100_000n));
    await book("withdrawal", "WD1", 3, move("avail", "hold", 20_000n));
    await book("withdrawal", "WD1", 4, move("hold", "nostro", 19_000n), move("hold", "fee", 1_000n));
    await book("withdrawal", "WD2", 5, move("avail", "hold", 5_000n));
    await book("withdrawal", "WD2", 5, move("hold", "avail", 5_000n));
    await book("withdrawal", "WD3", 6, move("avail", "hold", 7_000n));
    await book("recharge", "RC2", 6, move("nostro", "in", 40_000n));
    await book("swap", "SW1", 7, move("avail", "fx", 10_000n), move("fx", "avail", 1_400n, "USD"));
  });
  const lines = async (filters = {}) => {
    const query = { ...createEmptyQuery(), filters };
    const { sql, params } = buildListSql(lineEntity, query, { tenant: M, from: buildLedgerSource(lineEntity) });
    const rows = await db.query<{ data: Record<string, unknown> }>(sql, params);
    return rows.map(({ data }) => [
      data.orderNo,
      data.currency,
      data.credit ?? "",
      data.debit ?? "",
      data.balance,
      data.booking,
    ]);
  };

  it("lists one line per order and day, and omits movements that cancel out", async () => {
    expect(await lines({ currency: { style: "is", values: ["CNY"], not: false } })).toEqual([
      ["SW1", "CNY", "", "100.00", "1100.00", "booked"],
      ["RC2", "CNY", "400.00", "", "1200.00", "pending"],
      ["WD1", "CNY", "", "200.00", "800.00", "booked"],
      ["RC1", "CNY", "1000.00", "", "1000.00", "booked"],
    ]);
  });
  it("reads the closing balance of each of the last days in every currency", async () => {
    const zone = { name: "Asia/Shanghai", offsetMinutes: 480 };
    const { days, balances } = await readBalanceDays(db, M, { count: 7, now: at(7, 12), zone });
    expect([days[0], days.at(-1)]).toEqual(["2026-11-01", "2026-11-07"]);
    expect(balances.get("CNY")).toEqual([100_000n, 100_000n, 100_000n, 80_000n, 80_000n, 120_000n, 110_000n]);
    expect(balances.get("USD")).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 1_400n]);
  });
  it("reads balances and movements from one snapshot while entries are booked", async () => {
    const zone = { name: "Asia/Shanghai", offsetMinutes: 480 };
    let booked = 0;
    // Books a payment after every statement, as another node may.
    const busy: Queries = {
      async query<R extends object>(sql: string, params?: readonly unknown[]) {
        const rows = await db.query<R>(sql, params);
        await book("recharge", `RB${(booked += 1)}`, 2, move("nostro", "avail", 500n, "HKD"));
        return rows;
      },
    };
    await book("recharge", "RB", 2, move("nostro", "avail", 300n, "HKD"));
    const { balances } = await readBalanceDays(busy, M, { count: 7, now: at(7, 12), zone });
    expect(balances.get("HKD")).toEqual([0n, 300n, 300n, 300n, 300n, 300n, 300n]);
    const from = new Date(at(2, 0)).toISOString();
    expect(await readEnds(busy, M, { currency: "HKD", from })).toEqual({ opening: 0n, closing: 800n, hold: 0n });
    expect(booked).toBeGreaterThan(0);
  });
  it("chains the monthly statements, whose movements are the lines of the month without money on hold", async () => {
    await book("recharge", "RC0", -40, move("nostro", "avail", 2_000n, "EUR"));
    await book("withdrawal", "WE1", 2, move("avail", "hold", 500n, "EUR"));
    await book("withdrawal", "WE2", 2, move("avail", "hold", 300n, "EUR"));
    await book("withdrawal", "WE2", 3, move("hold", "nostro", 300n, "EUR"));
    const euro: Query = {
      ...createEmptyQuery(),
      filters: { currency: { style: "is", values: ["EUR"], not: false } },
    };
    const { sql, params } = buildListSql(monthEntity, euro, { tenant: M, from: buildLedgerSource(monthEntity) });
    const months = await db.query<{ data: Record<string, unknown> }>(sql, params);
    const shown = ["from", "to", "opening", "credit", "debit", "closing", "movements"];
    expect(months.map(({ data }) => shown.map((name) => data[name]))).toEqual([
      ["2026-11-01", "2026-11-30", "20.00", "0.00", "3.00", "17.00", 1],
      ["2026-09-01", "2026-09-30", "0.00", "20.00", "0.00", "20.00", 1],
    ]);
    const [related] = monthEntity.detail.related ?? [];
    expect(related?.entity).toBe(lineEntity.name);
    expect(
      await lines({
        currency: { style: "is", values: ["EUR"], not: false },
        month: { style: "is", values: ["2026-11"], not: false },
      }),
    ).toEqual([["WE2", "EUR", "", "3.00", "17.00", "booked"]]);
  });
  it("keeps a running balance per currency", async () => {
    expect(await lines({ currency: { style: "is", values: ["USD"], not: false } })).toEqual([
      ["SW1", "USD", "14.00", "", "14.00", "booked"],
    ]);
  });
  it("lists every fee charged or refunded for orders of any kind", async () => {
    await book("transfer", "TR1", 7, move("avail", "fee", 200n));
    await book("transfer", "TR1", 7, move("fee", "avail", 200n));
    const { sql, params } = buildListSql(feeEntity, createEmptyQuery(), {
      tenant: M,
      from: buildLedgerSource(feeEntity),
    });
    const rows = await db.query<{ data: Record<string, unknown> }>(sql, params);
    expect(rows.map(({ data }) => [data.entity, data.orderNo, data.currency, data.amount]).toSorted()).toEqual([
      ["transfer", "TR1", "CNY", "-2.00"],
      ["transfer", "TR1", "CNY", "2.00"],
      ["withdrawal", "WD1", "CNY", "10.00"],
    ]);
  });
  it("reports opening and closing balances that match the sum of the lines", async () => {
    const day = (number: number) => new Date(at(number, 0)).toISOString();
    expect(await readEnds(db, M, { currency: "CNY", from: day(4), to: day(7) })).toEqual({
      opening: 100_000n,
      closing: 120_000n,
      hold: 7_000n,
    });
    expect(await readEnds(db, M, { currency: "CNY" })).toEqual({ opening: 0n, closing: 110_000n, hold: 7_000n });
  });
  it("names the orders that currently hold money", async () => {
    expect(await readOpenHolds(db, M, "CNY")).toEqual({
      count: 1,
      list: [{ entity: "withdrawal", orderNo: "WD3", amount: 7_000n }],
    });
  });
});
