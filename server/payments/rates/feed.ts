/** Writes the table `rate`. */
import type { Queries } from "../../store/database.ts";
import { insertRows } from "../ledger/rows.ts";
import type { Moment } from "./market.ts";
import { toIso } from "../../core/clock.ts";

/** A quote that is about to be confirmed; amounts as plain decimals. */
export interface Confirmation {
  sellCurrency: string;
  buyCurrency: string;
  sellAmount: string;
  buyAmount: string;
  fixed: "sell" | "buy";
  /** The audited application that the quote is for. */
  orderNo?: string | undefined;
}

/** Source of market prices. */
export interface Feed {
  /** Brings the table up to date. */
  refresh(): Promise<void>;
  /** Runs before a quote is confirmed. */
  simulateConfirmation?(quote: Confirmation): Promise<void>;
}

/** Interval of the history, in ms. */
export const POINT_MS = 15 * 60_000;
/** How long history is stored, in ms: a little longer than it is shown. */
const KEEP_MS = 9 * 86_400_000;

/** Stores prices. `before`: the newest known; it is replaced unless it is a point of history. Prices older than the kept history are removed. */
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
  await db.query("DELETE FROM rate WHERE at < $1", [toIso(now - KEEP_MS)]);
}
