/**
 * Lists must cost the same however many rows there are: read by an index, in its order, and no more than they show. On both engines, with statistics and with
 * those of a time before the rows came: an engine's statistics follow the clock, rows do not wait for it.
 */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ledgerSource } from "../../server/ledger/projections.ts";
import { readSchemas } from "../../server/schemas/read.ts";
import type { Database } from "../../server/store/database.ts";
import { baseTables } from "../../server/store/schema/tables.ts";
import { countSql, emptyQuery, listSql, type Statement } from "../../src/engine/index.ts";
import { embedded, type Fresh, postgres } from "./databases.ts";

const { entities } = readSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));

/** The plan as it ran, and the most rows that one of its nodes gave in all. */
async function planOf(db: Database, { sql, params }: Statement): Promise<{ plan: string; rows: number }> {
  const plan = (await db.query<Record<string, string>>(`EXPLAIN (ANALYZE) ${sql}`, params)).map((row) => Object.values(row)[0]).join("\n");
  const counts = [...plan.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)].map(([, rows, loops]) => Number(rows) * Number(loops));
  const dropped = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, rows]) => Number(rows));
  return { plan, rows: Math.max(...counts, ...dropped) };
}

describe.each([["pglite", embedded], ["postgres", postgres]] as const)("wallet details on %s", (_name, open) => {
  const OTHERS = 160;
  const ENTRIES = 10_000;
  const entity = entities.get("walletDetail")!;
  let db: Database;
  let fresh: Fresh;
  /** Payments of a merchant, each with the merchant's two ends and the house's own. */
  const pay = async (m: string, from: number, to: number) => {
    const at = `timestamptz '2026-01-01' + g * interval '1 minute'`;
    await db.query(`INSERT INTO ledger_txn (m, id, kind, order_kind, order_id, step, at) SELECT ${m}, 't' || g, 'pay', 'withdrawal', 'o' || g, 's', ${at} FROM generate_series(${from}, ${to}) g, generate_series(1, 1)`);
    await db.query(`INSERT INTO ledger_posting (m, account_id, txn_id, line, txn_m, name, currency, amount, seq, balance_after, at)
      SELECT ${m}, n || ':CNY:' || l, 't' || g, l, ${m}, n, 'CNY', 1, CASE n WHEN 'nostro' THEN NULL ELSE g END, g, ${at} FROM generate_series(${from}, ${to}) g, unnest(ARRAY['avail', 'hold', 'hold', 'nostro']) WITH ORDINALITY AS e (n, l)`);
  };
  const pages = async () => {
    const from = ledgerSource(entity);
    const first = listSql(entity, emptyQuery(), { m: "grown", from });
    const [last] = (await db.query<{ k0: string; k1: string }>(first.sql, first.params)).slice(-1);
    return { "page one": first, "the page after a cursor": listSql(entity, emptyQuery(), { m: "grown", from, after: [last!.k0, last!.k1] }) };
  };
  beforeAll(async () => {
    fresh = await open();
    ({ db } = fresh);
    for (const statement of baseTables) await db.query(statement);
    // Many merchants with a page or less: what one has is thought to be read and sorted at once.
    await pay("'m' || g % 40", 1, OTHERS);
    await pay("'grown'", 1, ENTRIES);
    return () => fresh.close();
  });

  it("reads a page by its index, and no more rows than it shows, whatever the planner knows of them", async () => {
    for (const known of ["nothing", "what was", "all"]) {
      // Looked at when the others alone were there, as of a time before.
      if (known === "what was") await db.query("UPDATE ledger_posting SET m = 'later' WHERE m = 'grown'");
      if (known !== "nothing") for (const table of ["ledger_posting", "ledger_txn"]) await db.query(`ANALYZE ${table}`);
      if (known === "what was") await db.query("UPDATE ledger_posting SET m = 'grown' WHERE m = 'later'");
      for (const [name, statement] of Object.entries(await pages())) {
        const { plan, rows } = await planOf(db, statement);
        expect.soft(plan, `${name}, known: ${known}`).toMatch(/Index Scan Backward using ledger_posting_entry/);
        expect.soft(plan, `${name}, known: ${known}`).not.toMatch(/Seq Scan on ledger_(posting|txn)|Sort/);
        expect.soft(rows, `${name}, known: ${known}`).toBeLessThan(100);
      }
    }
  });

  it("counts without a look at what an entry shows besides", async () => {
    const { plan } = await planOf(db, countSql(entity, emptyQuery(), { m: "grown", from: ledgerSource(entity) }));
    expect(plan).not.toMatch(/ledger_txn|merchant/);
  });
});
