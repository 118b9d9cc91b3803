/**
 * Counts failures or attempts per key and time window. The counters are stored in the database, so that all nodes share them.
 * Callers that count refusals do so outside the call's transaction, so that a refusal does not undo its own count.
 */
import { Failure } from "../core/failure.ts";
import type { Database, Queries } from "../store/database.ts";

export interface ThrottleRule {
  /** Length of the window in milliseconds, starting at the first failure. */
  windowMs: number;
  /** Number of failures without a delay. */
  free: number;
  /** Delay after the first further failure, doubled by each one after it, in milliseconds. */
  firstWaitMs: number;
  /** Maximum delay in milliseconds. */
  maxWaitMs: number;
}

/** Asserts that `key` is not throttled. @throws Failure `throttled` with `{seconds}` */
export async function checkThrottle(db: Queries, key: string, rule: ThrottleRule): Promise<void> {
  const [row] = await db.query(`SELECT started_at, last_at, n FROM throttle WHERE key = $1`, [key]);
  if (!row || row.n < rule.free) return;
  const now = Date.now();
  if (now - Date.parse(row.started_at) >= rule.windowMs) return;
  const wait = Math.min(rule.maxWaitMs, rule.firstWaitMs * 2 ** Math.min(30, row.n - rule.free));
  const left = Date.parse(row.last_at) + wait - now;
  if (left > 0) throw new Failure("throttled", { seconds: Math.ceil(left / 1000) });
}

/** Returns the number of failures in the current window of `key`. */
export async function countFailures(db: Queries, key: string, windowMs: number): Promise<number> {
  const [row] = await db.query(`SELECT started_at, n FROM throttle WHERE key = $1`, [key]);
  return row && Date.now() - Date.parse(row.started_at) < windowMs ? row.n : 0;
}

/**
 * Adds a failure to the current window of `key`, or starts a new window if the current one has expired. Returns the
 * number of failures in the window, so that the limit can be compared with a count that no other attempt shares.
 */
export async function countFailure(db: Queries, key: string, rule: Pick<ThrottleRule, "windowMs">): Promise<number> {
  const now = new Date();
  const windowStart = new Date(now.getTime() - rule.windowMs).toISOString();
  const [row] = await db.query(
    `INSERT INTO throttle (key, started_at, last_at, n) VALUES ($1, $2, $2, 1)
     ON CONFLICT (key) DO UPDATE SET
       n = CASE WHEN throttle.started_at <= $3 THEN 1 ELSE throttle.n + 1 END,
       started_at = CASE WHEN throttle.started_at <= $3 THEN $2 ELSE throttle.started_at END,
       last_at = $2
     RETURNING n`,
    [key, now.toISOString(), windowStart],
  );
  return row?.n ?? 1;
}

/** Decrements the count of an attempt that was counted before its check and turned out to be no failure. */
export async function uncountFailure(db: Queries, key: string): Promise<void> {
  await db.query(`UPDATE throttle SET n = n - 1 WHERE key = $1 AND n > 0`, [key]);
}

/**
 * Counts an attempt before its work begins, in its own transaction, so that neither a refusal of the work nor a lost
 * connection undoes the count. Concurrent attempts on all nodes wait for each other's count. Returns a function that
 * decrements the count, for an attempt that turns out to be no failure.
 *
 * @throws Failure `throttled` with `{seconds}`. A throttled attempt is not counted
 */
export async function countAttempt(db: Database, key: string, rule: ThrottleRule): Promise<() => Promise<void>> {
  const before = await db.tx(async (tx) => {
    // Create the counter if need be, and lock it until the commit.
    const [row] = await tx.query(
      `INSERT INTO throttle (key, started_at, last_at, n) VALUES ($1, $2, $2, 0)
       ON CONFLICT (key) DO UPDATE SET n = throttle.n RETURNING last_at`,
      [key, new Date().toISOString()],
    );
    await checkThrottle(tx, key, rule);
    await countFailure(tx, key, rule);
    return row?.last_at;
  });
  // The delay does not begin again. No other attempt was counted during a delay.
  return async () =>
    void (await db.query(`UPDATE throttle SET n = n - 1, last_at = $2 WHERE key = $1 AND n > 0`, [key, before]));
}

export async function clearThrottle(db: Queries, key: string): Promise<void> {
  await db.query(`DELETE FROM throttle WHERE key = $1`, [key]);
}
