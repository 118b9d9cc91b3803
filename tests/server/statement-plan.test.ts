/** The newest page of wallet details must cost the same however many entries there are: read by an index, on both engines. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ledgerSource } from "../../server/ledger/projections.ts";
import { readSchemas } from "../../server/schemas/read.ts";
import type { Database } from "../../server/store/database.ts";
import { baseTables } from "../../server/store/schema/tables.ts";
import { emptyQuery, listSql } from "../../src/engine/index.ts";
import { embedded, type Fresh, postgres } from "./databases.ts";

const ENTRIES = 20_000;
const { entities } = readSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));

describe.each([["pglite", embedded], ["postgres", postgres]] as const)("wallet details on %s", (_name, open) => {
  let db: Database;
  let fresh: Fresh;
  beforeAll(async () => {
    fresh = await open();
    ({ db } = fresh);
    for (const statement of baseTables) await db.query(statement);
    const at = `timestamptz '2026-01-01' + g * interval '1 minute'`;
    await db.query(`INSERT INTO ledger_txn (m, id, kind, order_kind, order_id, step, at) SELECT '1', 't' || g, 'pay', 'withdrawal', 'o' || g, 's', ${at} FROM generate_series(1, ${ENTRIES}) g`);
    await db.query(`INSERT INTO ledger_posting (m, account_id, txn_id, line, txn_m, name, currency, amount, seq, balance_after, at)
      SELECT '1', CASE l WHEN 0 THEN 'avail' ELSE 'hold' END, 't' || g, l, '1', CASE l WHEN 0 THEN 'avail' ELSE 'hold' END, 'CNY', 1, g, g, ${at} FROM generate_series(1, ${ENTRIES}) g, generate_series(0, 1) l`);
    await db.query("ANALYZE ledger_posting");
    await db.query("ANALYZE ledger_txn");
    return () => fresh.close();
  });

  it("reads the newest page by its index, and no more rows than it shows", async () => {
    const entity = entities.get("walletDetail")!;
    const { sql, params } = listSql(entity, emptyQuery(), { m: "1", from: ledgerSource(entity) });
    const plan = (await db.query<Record<string, string>>(`EXPLAIN (ANALYZE) ${sql}`, params)).map((row) => Object.values(row)[0]).join("\n");
    expect(plan).toMatch(/Index Scan Backward using ledger_posting_recent/);
    expect(plan).not.toMatch(/Seq Scan on ledger_(posting|txn)/);
    const read = Math.max(...[...plan.matchAll(/actual time=\S+ rows=(\d+)/g)].map(([, rows]) => Number(rows)));
    expect(read).toBeLessThan(100);
  });
});
