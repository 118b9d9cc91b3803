/** Spreads the tables of a database by tenant, and keeps new tables spread. */
import { DatabaseError, type Database } from "../database.ts";
import { runWithRetry } from "../retry.ts";
import { runLeased } from "../schema/lease.ts";
import { readCitusTables, readPartitions, readTables } from "./catalogue.ts";
import type { Placements } from "./placement.ts";
import { planSpread, type SpreadEngine, type TablePlan } from "./plan.ts";

/** Copying a table takes as long as it has rows. */
const COPY = { statementMs: 3_600_000 };
/** Maximum wait for the lock of a table in use, and how long to retry. */
const LOCK_WAIT = "2s";
const LOCK_TRIES_MS = 60_000;
/** SQLSTATE of a lock that was not available in time. */
const NO_LOCK = "55P03";

/** Returns what spreading would do; tables that are spread already are left out. @throws Error where the database has no Citus and it is asked for */
export async function planTables(db: Database, placements: Placements, engine: SpreadEngine): Promise<TablePlan[]> {
  const known = await readCitusTables(db);
  if (engine.by === "citus" && !known)
    throw new Error("The database has no Citus: run CREATE EXTENSION citus on every node, and add the nodes.");
  return planSpread(await readTables(db), placements, engine, known);
}

/** Spreads the tables, each in its own transaction. Returns a line for each. */
export async function spreadTables(db: Database, placements: Placements, engine: SpreadEngine): Promise<string[]> {
  return runLeased(db, async (alive) => {
    const plans = await planTables(db, placements, engine);
    for (const { statements } of plans) {
      await alive();
      await runWithRetry(() => runTogether(db, statements), { again: isLocked, maxMs: LOCK_TRIES_MS });
    }
    return plans.map(({ table, says }) => `table ${table}: ${says}`);
  });
}

const isLocked = (error: unknown): boolean => error instanceof DatabaseError && error.code === NO_LOCK;

/** Runs statements in one transaction, which waits for a lock for a moment only. */
const runTogether = (db: Database, statements: readonly string[]): Promise<void> =>
  db.tx(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
    for (const sql of statements) await tx.query(sql);
  }, COPY);

/** Spreads tables that a migration added to a database whose tables are spread. Returns a line for each. */
export async function spreadNewTables(db: Database, placements: Placements): Promise<string[]> {
  if (db.engine === "pglite") return [];
  const parts = await readPartitions(db);
  if (parts > 0) return spreadTables(db, placements, { by: "partitions", parts });
  const known = await readCitusTables(db);
  return known && known.size > 0 ? spreadTables(db, placements, { by: "citus" }) : [];
}
