import type { Queries } from "../../store/database.ts";
import { insertRows } from "../../store/insert-rows.ts";
import type { Moment } from "./market.ts";
import { toIso } from "../../core/clock.ts";

/** A quote that is about to be confirmed. Amounts are plain decimals. */
export interface Confirmation {
  sellCurrency: string;
  buyCurrency: string;
  sellAmount: string;
  buyAmount: string;
  fixed: "sell" | "buy";
  /** Number of the audited application that was quoted. */
  orderNo?: string | undefined;
}

/** A simulated market, whose prices are written on demand. */
export interface Feed {
  /** Brings the table `rate` up to date. */
  refresh(): Promise<void>;
  /** Simulates a change of the market just before a quote is confirmed. */
  simulateConfirmation?(quote: Confirmation): Promise<void>;
}

/** Interval of the history, in milliseconds. */
export const POINT_MS = 15 * 60_000;
/** Age in milliseconds up to which every point of the history is stored, slightly more than charts of a week need. */
const WHOLE_MS = 9 * 86_400_000;
/** Interval of older history, in milliseconds. Its first point of each interval is stored. */
export const SPARSE_MS = 3 * 3_600_000;
/** Age in milliseconds up to which history is stored, slightly more than charts of 90 days need. */
const KEEP_MS = 92 * 86_400_000;

/**
 * Stores prices, and deletes those that the history no longer needs. `before`: the newest known prices, which are replaced
 * unless they are a point of the history.
 */
export async function writeMoments(
  db: Queries,
  points: readonly Moment[],
  { before, now }: { before: Moment | undefined; now: number },
): Promise<void> {
  await insertRows(db, {
    table: "rate",
    columns: ["at", "mids", "valid_until"],
    rows: points.map(({ at, mids, validUntil }) => [
      toIso(at),
      JSON.stringify(mids),
      validUntil === undefined ? null : toIso(validUntil),
    ]),
    tail: "ON CONFLICT (at) DO NOTHING",
  });
  if (before && before.at % POINT_MS !== 0) await db.query("DELETE FROM rate WHERE at = $1", [toIso(before.at)]);
  await db.query(
    `DELETE FROM rate WHERE at < $1 AND (at < $2 OR mod(extract(epoch FROM at)::bigint, ${SPARSE_MS / 1_000}) >= ${POINT_MS / 1_000})`,
    [toIso(now - WHOLE_MS), toIso(now - KEEP_MS)],
  );
}
