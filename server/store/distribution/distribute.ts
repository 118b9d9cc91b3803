/** Distributes the tables of a database by tenant, including tables that a migration adds later. */
import { DatabaseError, type Database } from "../database.ts";
import { runWithRetry } from "../retry.ts";
import { runLeased } from "../schema/lease.ts";
import { readCitusTables, readPartitions, readTables } from "./catalogue.ts";
import type { Placements } from "./placement.ts";
import { planDistribution, type DistributionEngine, type TablePlan } from "./plan.ts";

/** Statement timeout for copying a table, which takes time in proportion to its rows. */
const COPY = { statementMs: 3_600_000 };
/** Maximum wait for the lock of a table in use, and time limit in milliseconds for retries. */
const LOCK_WAIT = "2s";
const LOCK_TRIES_MS = 60_000;
/** SQLSTATE `lock_not_available`. */
const NO_LOCK = "55P03";

/**
 * Plans the distribution of the tables. Omits tables that are already distributed or that the engine leaves unchanged.
 *
 * @throws Error when Citus is requested and the database does not have it
 */
export async function planTables(
  db: Database,
  placements: Placements,
  engine: DistributionEngine,
): Promise<TablePlan[]> {
  const known = await readCitusTables(db);
  if (engine.by === "citus" && !known)
    throw new Error("The database has no Citus: run CREATE EXTENSION citus on every node, and add the nodes.");
  return planDistribution(await readTables(db), placements, engine, known);
}

/** Distributes the tables, each in its own transaction. Returns one line per table. */
export async function distributeTables(
  db: Database,
  placements: Placements,
  engine: DistributionEngine,
): Promise<string[]> {
  return runLeased(db, async (renewLease) => {
    const plans = await planTables(db, placements, engine);
    for (const { statements } of plans) {
      await renewLease();
      await runWithRetry(() => runInTransaction(db, statements), { again: isLocked, maxMs: LOCK_TRIES_MS });
    }
    return plans.map(({ table, description: says }) => `table ${table}: ${says}`);
  });
}

const isLocked = (error: unknown): boolean => error instanceof DatabaseError && error.code === NO_LOCK;

const runInTransaction = (db: Database, statements: readonly string[]): Promise<void> =>
  db.tx(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
    for (const sql of statements) await tx.query(sql);
  }, COPY);

/**
 * Distributes tables that a migration added to a distributed database. Returns one line per table, or an empty array if
 * the database is not distributed.
 */
export async function distributeNewTables(db: Database, placements: Placements): Promise<string[]> {
  if (db.engine === "pglite") return [];
  const parts = await readPartitions(db);
  if (parts > 0) return distributeTables(db, placements, { by: "partitions", parts });
  const known = await readCitusTables(db);
  return known && known.size > 0 ? distributeTables(db, placements, { by: "citus" }) : [];
}
