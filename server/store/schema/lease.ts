import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database, Queries } from "../database.ts";

const LEASE_MS = 60_000;
const WAIT_MS = 120_000;

const running = new WeakMap<Database, Promise<unknown>>();

/**
 * Runs work after earlier work has finished. The embedded engine's folder belongs to this process, so only its own
 * calls need to wait for each other.
 */
function runInTurn<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const mine = (running.get(db) ?? Promise.resolve()).then(work, work);
  running.set(
    db,
    mine.catch(() => undefined),
  );
  return mine;
}

/** Acquires or renews a named lease for `ms` milliseconds of real time. Returns whether the owner now has it. */
export async function takeLease(db: Queries, name: string, owner: string, ms: number): Promise<boolean> {
  const now = Date.now();
  const instant = (at: number) => new Date(at).toISOString();
  const rows = await db.query(
    `INSERT INTO schema_lease (name, owner, until) VALUES ($4, $1, $2) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
      WHERE schema_lease.owner = excluded.owner OR schema_lease.until < $3 RETURNING owner`,
    [owner, instant(now + ms), instant(now), name],
  );
  return rows.length > 0;
}

/**
 * Runs the work while no other server does, under the lease `schema` in `schema_lease`. `renewLease` renews the lease,
 * and throws when another server has acquired it. PGlite needs no lease, because only one process has it open.
 *
 * @throws Error after waiting for two minutes
 */
export async function runLeased<T>(db: Database, work: (renewLease: () => Promise<void>) => Promise<T>): Promise<T> {
  if (db.engine === "pglite") return runInTurn(db, () => work(() => Promise.resolve()));
  const owner = randomUUID();
  const take = () => takeLease(db, "schema", owner, LEASE_MS);
  for (const end = Date.now() + WAIT_MS; !(await take()); await pause(500)) {
    if (Date.now() > end)
      throw new Error("another server has been changing the tables for two minutes; try again when it is done");
  }
  let renewed = Date.now();
  try {
    return await work(async () => {
      if (Date.now() - renewed < LEASE_MS / 4) return;
      if (!(await take())) throw new Error("another server took over changing the tables");
      renewed = Date.now();
    });
  } finally {
    await db.query("DELETE FROM schema_lease WHERE owner = $1", [owner]);
  }
}
