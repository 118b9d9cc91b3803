import type { Queries } from "../store/database.ts";

/** How long finished jobs stay to be looked at, in milliseconds of the product's clock. Jobs that were put aside stay until a person has seen to them. */
const KEEP_MS = 7 * 86_400_000;
/** Rows in one statement, so that none takes long. */
const BATCH = 1_000;

/** Deletes jobs that were finished long ago; their number. */
export async function prune(db: Queries, now: number): Promise<number> {
  const before = new Date(now - KEEP_MS).toISOString();
  for (let count = 0; ;) {
    const gone = await db.query(
      `DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state = 'done' AND run_at < $1 ORDER BY run_at LIMIT ${BATCH}) RETURNING id`,
      [before],
    );
    count += gone.length;
    if (gone.length < BATCH) return count;
  }
}
