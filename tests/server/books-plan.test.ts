/**
 * Verification of the books scales linearly with the rows. Counts the rows touched by the query plans rather than
 * measuring time.
 */
import { describe, expect, it } from "vitest";
import { postAll } from "../../server/payments/ledger/post.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import type { Database, Queries } from "../../server/store/database.ts";
import { moneyWorld, schemas } from "./money-world.ts";
import { prepared } from "./prepared.ts";
import { ENGINES } from "./database-mode.ts";

interface Node {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Node[];
}

/** Returns the rows that all steps of a plan read: those returned and those discarded by filters. */
const touched = (node: Node): number =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0)) *
    node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, one) => sum + touched(one), 0);

/** Wraps the database to count the rows touched by its SELECTs, and the maximum of a single statement. */
function counting(db: Database) {
  const count = { all: 0 };
  const query: Queries["query"] = async (sql: string, params?: readonly unknown[]) => {
    const [row] = await db.query<{ "QUERY PLAN": [{ Plan: Node }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, params);
    count.all += touched(row!["QUERY PLAN"][0].Plan);
    return db.query(sql, params);
  };
  return { queries: { query }, count };
}

describe.each(ENGINES)("the query plans of ledger verification on %s", (engine) => {
  it("read four times the rows for four times the orders", async () => {
    const { db, close } = await prepared(engine, false);
    try {
      const world = await moneyWorld(db);
      const maker = await world.actor("maker");
      const m = maker.tenant;
      await world.deposit(m, 10_000_000_000n);
      const model = String((await world.apply(maker, "2000.00"))["orderNo"]);
      const columns = (
        await db.query<{ name: string }>(
          "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'e_withdrawal' AND table_schema = 'public' ORDER BY ordinal_position",
        )
      ).map(({ name }) => name);
      const copied = (name: string) =>
        name === "id" || name === "f_order_no" ? "'COPY' || lpad(CAST(g AS text), 8, '0')" : `w.${name}`;
      const copy = async (from: number, upto: number) => {
        await db.query(
          `INSERT INTO e_withdrawal (${columns.join(", ")}) SELECT ${columns.map(copied).join(", ")} FROM generate_series(${from}, ${upto}) g, e_withdrawal w WHERE w.m = $1 AND w.id = $2`,
          [m, model],
        );
        await db.query(
          `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, at) SELECT e.m, e.order_kind, 'COPY' || lpad(CAST(g AS text), 8, '0'), e.seq, e.event, e."from", e."to", e.by, e.at FROM generate_series(${from}, ${upto}) g, order_event e WHERE e.m = $1 AND e.order_id = $2`,
          [m, model],
        );
        const entries = Array.from({ length: upto - from + 1 }, (_, n) => ({
          tenant: m,
          kind: "apply",
          order: { kind: "withdrawal", id: `COPY${String(from + n).padStart(8, "0")}` },
          step: "apply#1",
          at: world.clock.now(),
          lines: [{ from: "avail" as const, to: "hold" as const, currency: "CNY", amount: 100n }],
        }));
        await db.tx((tx) => postAll(tx, entries));
      };
      const check = async () => {
        const { queries, count } = counting(db);
        expect(await verifyAll(queries, schemas)).toEqual([]);
        return count.all;
      };
      await copy(1, 300);
      await db.query("ANALYZE");
      const before = await check();
      expect(before).toBeGreaterThan(300);
      await copy(301, 1_200);
      // With stale statistics, then with current ones.
      expect((await check()) / before).toBeLessThan(5);
      await db.query("ANALYZE");
      expect((await check()) / before).toBeLessThan(5);
    } finally {
      await close();
    }
  });
});
