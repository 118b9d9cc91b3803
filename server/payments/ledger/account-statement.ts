/** Reads the balances of a currency at both ends of a period, and the orders that hold money in it. */
import type { Queries } from "../../store/database.ts";
import { readBalances } from "./balances.ts";

/** Maximum number of orders on hold that are listed. The count includes all of them. */
const LISTED = 50;

/** Period of a statement, as ISO times. `from` is inclusive, and `to` is exclusive. */
export interface Period {
  currency: string;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the opening and closing balance, and the amount that is currently on hold, in minor units. Without a start, the
 * period covers the complete history.
 */
export async function readEnds(
  db: Queries,
  m: string,
  { currency, from, to }: Period,
): Promise<{ opening: bigint; closing: bigint; hold: bigint }> {
  const { avail, hold, in: seen } = (await readBalances(db, m)).get(currency) ?? { avail: 0n, hold: 0n, in: 0n };
  const now = avail + hold + seen;
  return {
    opening: from === undefined ? 0n : now - (await readMoved(db, m, currency, from)),
    closing: to === undefined ? now : now - (await readMoved(db, m, currency, to)),
    hold,
  };
}

/** Reads how much the balance has changed since a time (inclusive). */
async function readMoved(db: Queries, m: string, currency: string, at: string): Promise<bigint> {
  const [row] = await db.query<{ moved: string | null }>(
    "SELECT CAST(sum(amount) AS text) AS moved FROM ledger_posting WHERE m = $1 AND at >= $2 AND currency = $3 AND name IN ('avail', 'hold', 'in')",
    [m, at, currency],
  );
  return BigInt(row?.moved ?? "0");
}

/** Reads the orders that hold money in a currency, largest amount first (at most 50), and their total number. */
export async function readOpenHolds(
  db: Queries,
  m: string,
  currency: string,
): Promise<{ count: number; list: { entity: string; orderNo: string; amount: bigint }[] }> {
  const account = `hold:${currency}`;
  const [counted] = await db.query<{ held: string }>(
    "SELECT CAST(count(DISTINCT order_id) AS text) AS held FROM ledger_hold WHERE m = $1 AND account_id = $2 AND amount > 0",
    [m, account],
  );
  const rows = await db.query<{ order_kind: string; order_id: string; amount: string }>(
    `SELECT order_kind, order_id, CAST(sum(amount) AS text) AS amount FROM ledger_hold WHERE m = $1 AND account_id = $2 AND amount > 0
     GROUP BY order_kind, order_id ORDER BY sum(amount) DESC, order_id LIMIT ${LISTED}`,
    [m, account],
  );
  return {
    count: Number(counted?.held ?? 0),
    list: rows.map((row) => ({ entity: row.order_kind, orderNo: row.order_id, amount: BigInt(row.amount) })),
  };
}
