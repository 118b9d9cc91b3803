import type { StoredGauge } from "../../http/gauges.ts";
import type { ReadReadiness } from "../../http/health.ts";

/** Gauges of the books: time since the least recent verification, and number of merchants whose payments are stopped. */
export const bookGauges: readonly StoredGauge[] = [
  {
    name: "portolan_books_proof_age_seconds",
    help: "Age of the oldest proof of a merchant's books, 0 without books.",
    async read(db) {
      const [row] = await db.query<{ proven: string | null }>(
        "SELECT min(coalesce(proven_at, since)) AS proven FROM book_state",
      );
      return [{ value: row?.proven ? Math.max(0, (Date.now() - Date.parse(row.proven)) / 1_000) : 0 }];
    },
  },
  {
    name: "portolan_books_closed",
    help: "Merchants whose outgoing money stands still.",
    async read(db) {
      const [row] = await db.query("SELECT count(*) AS count FROM book_state WHERE state = 'closed'");
      return [{ value: Number(row?.count) }];
    },
  },
];

/**
 * Reads whether money can move (`money`), which is false while the books of any merchant are closed, and the longest
 * time in seconds since the books of any merchant were last verified or, if they never were, since they were opened or
 * closed (`booksAgeSeconds`, 0 when there are no books).
 */
export const readBookReadiness: ReadReadiness = async (db) => {
  const [row] = await db.query<{ closed: string; proven: string | null }>(
    "SELECT count(*) FILTER (WHERE state = 'closed') AS closed, min(coalesce(proven_at, since)) AS proven FROM book_state",
  );
  const money = Number(row?.closed) === 0;
  const age = row?.proven ? Math.max(0, Math.round((Date.now() - Date.parse(row.proven)) / 1_000)) : 0;
  return { ok: money, parts: { money, booksAgeSeconds: age } };
};
