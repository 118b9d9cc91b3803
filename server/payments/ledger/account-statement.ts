/** Reads the balances of a currency at both ends of a period, and the orders that hold money in it. */
import type { Queries } from "../../store/database.ts";

/** Maximum number of orders on hold that are listed. The count includes all of them. */
const LISTED = 50;

/** Period of a statement, as ISO times. `from` is inclusive, and `to` is exclusive. */
export interface Period {
  currency: string;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the opening and closing balance, and the amount currently on hold, in minor units. Without a start, the period
 * begins with the first posting; without an end, it lasts until now. A single SQL statement reads the balances and all
 * later postings, because a payment between two SQL statements would make both ends wrong.
 */
export async function readEnds(
  db: Queries,
  tenant: string,
  { currency, from, to }: Period,
): Promise<{ opening: bigint; closing: bigint; hold: bigint }> {
  const since = (part: string, at: string) =>
    `UNION ALL SELECT '${part}' AS part, amount FROM ledger_posting
       WHERE m = $1 AND currency = $2 AND at >= ${at} AND name IN ('avail', 'hold', 'in')`;
  const ends = [from, to].filter((at) => at !== undefined);
  const rows = await db.query<{ part: string; amount: string }>(
    `SELECT part, CAST(sum(amount) AS text) AS amount FROM (
       SELECT name AS part, balance AS amount FROM ledger_account
         WHERE m = $1 AND currency = $2 AND name IN ('avail', 'hold', 'in')
       ${from === undefined ? "" : since("from", "$3")} ${to === undefined ? "" : since("to", `$${ends.length + 2}`)}
     ) AS money GROUP BY part`,
    [tenant, currency, ...ends],
  );
  const read = (part: string) => BigInt(rows.find((row) => row.part === part)?.amount ?? "0");
  const now = read("avail") + read("hold") + read("in");
  return { opening: from === undefined ? 0n : now - read("from"), closing: now - read("to"), hold: read("hold") };
}

/**
 * Reads the time of a currency's first posting, in milliseconds since the epoch. Returns undefined if there is none.
 */
export async function readFirstMove(db: Queries, tenant: string, currency: string): Promise<number | undefined> {
  const [row] = await db.query(
    "SELECT min(at) AS at FROM ledger_posting WHERE m = $1 AND currency = $2 AND name IN ('avail', 'hold', 'in')",
    [tenant, currency],
  );
  return row?.at === null || row?.at === undefined ? undefined : new Date(row.at).getTime();
}

/**
 * Reads the orders that hold money in a currency, largest amount first (at most 50), and the total number of such
 * orders.
 */
export async function readOpenHolds(
  db: Queries,
  tenant: string,
  currency: string,
): Promise<{ count: number; list: { entity: string; orderNo: string; amount: bigint }[] }> {
  const rows = await db.query<{ order_kind: string; order_id: string; amount: string; held: string }>(
    `SELECT order_kind, order_id, CAST(sum(amount) AS text) AS amount, CAST(count(*) OVER () AS text) AS held
     FROM ledger_hold WHERE m = $1 AND account_id = $2 AND amount > 0
     GROUP BY order_kind, order_id ORDER BY sum(amount) DESC, order_id LIMIT ${LISTED}`,
    [tenant, `hold:${currency}`],
  );
  return {
    count: Number(rows[0]?.held ?? 0),
    list: rows.map((row) => ({ entity: row.order_kind, orderNo: row.order_id, amount: BigInt(row.amount) })),
  };
}
