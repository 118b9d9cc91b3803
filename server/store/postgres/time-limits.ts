/** Timeouts of statements, locks and idle transactions, as settings of the role. */
import type { Pool, PoolClient } from "pg";

/** Timeouts by PostgreSQL's setting names. */
export const TIME_LIMITS = {
  statement_timeout: "10s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "15s",
} as const;

/**
 * Sets the timeouts for this role in this database where none are set. Existing ones are the operator's choice. Returns
 * whether all timeouts apply, which is checked on a new connection, because an open one keeps its initial settings.
 */
export async function applyTimeLimits(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  let changed = false;
  try {
    const { base, missing } = await readTimeLimits(client);
    if (missing.length === 0) return true;
    for (const [name, value] of Object.entries(TIME_LIMITS))
      if (missing.includes(name))
        await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${base} SET ${name} = '${value}'`);
    changed = true;
  } catch {
    // The role may lack the privilege to alter itself, or the engine lacks these settings. Each transaction then sets
    // its own.
  } finally {
    client.release(true);
  }
  if (!changed) return false;
  const fresh = await pool.connect();
  try {
    return (await readTimeLimits(fresh)).missing.length === 0;
  } finally {
    fresh.release();
  }
}

/** Reads the quoted name of the database, and the names of the timeouts that are disabled (0) on this connection. */
async function readTimeLimits(client: PoolClient): Promise<{ base: string; missing: readonly string[] }> {
  const names = Object.keys(TIME_LIMITS);
  const settings = names.map((name) => `current_setting('${name}') AS ${name}`).join(", ");
  const sql = `SELECT ${settings}, quote_ident(current_database()) AS base`;
  const [row] = (await client.query(sql)).rows;
  return { base: row?.["base"] ?? "", missing: names.filter((name) => row?.[name] === "0") };
}
