import type { Queries } from "../store/database.ts";

/**
 * Retention of finished jobs after their due time, in milliseconds of the product's clock. Dead jobs are kept until an
 * operator handles them.
 */
const KEEP_MS = 7 * 86_400_000;
/** Maximum number of rows deleted by one statement, so that no statement takes long. */
const BATCH = 1_000;

/** Deletes the finished jobs whose retention has expired, and returns their number. */
export async function prune(db: Queries, now: number): Promise<number> {
  const before = new Date(now - KEEP_MS).toISOString();
  for (let count = 0; ;) {
    const deleted = await db.query(
      `DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state = 'done' AND run_at < $1 ORDER BY run_at LIMIT ${BATCH}) RETURNING id`,
      [before],
    );
    count += deleted.length;
    if (deleted.length < BATCH) return count;
  }
}
