/** Reads market prices from the table `rate`. A feed, a source or operators write them. */
import { Decimal } from "@portolan/engine";
import type { Queries } from "../../store/database.ts";

/** Prices at one moment: units of each currency for one `PIVOT`, as plain decimals. */
export interface Moment {
  /** Time of the prices, in milliseconds on the product's clock. */
  at: number;
  mids: Readonly<Record<string, string>>;
  /** End of the validity that operators set, in milliseconds. Default: `STALE_MS` after `at`. */
  validUntil?: number | undefined;
}
/** A currency pair. Its price is the amount of `quote` for one `base`. */
export interface Pair {
  base: string;
  quote: string;
}

/** The currency that all others are priced in. */
export const PIVOT = "USD";
/** Age in milliseconds after which a price without an expiry time is stale. */
export const STALE_MS = 60_000;
/** Number of decimals of a cross rate before rounding. */
const EXACT = 16;
const FIGURES = 6;
/** Maximum number of decimals, the same as for the kind `rate`. */
const MAX_DECIMALS = 8;

/** Parses `USD/CNY`. Returns undefined for any other form, or for the same currency twice. */
export function parsePair(text: string): Pair | undefined {
  const [, base, quote] = /^([A-Z]{3})\/([A-Z]{3})$/.exec(text) ?? [];
  return base && quote && base !== quote ? { base, quote } : undefined;
}
export const formatPair = ({ base, quote }: Pair): string => `${base}/${quote}`;

export async function readNewest(db: Queries): Promise<Moment | undefined> {
  return (await readMoments(db, "SELECT at, mids, valid_until FROM rate ORDER BY at DESC LIMIT 1", []))[0];
}
/** Returns the newest prices at or before a time, or undefined if there are none. */
export async function readNewestAt(db: Queries, at: number): Promise<Moment | undefined> {
  return (
    await readMoments(db, "SELECT at, mids, valid_until FROM rate WHERE at <= $1 ORDER BY at DESC LIMIT 1", [
      new Date(at).toISOString(),
    ])
  )[0];
}
export async function listSince(db: Queries, at: number): Promise<Moment[]> {
  return readMoments(db, "SELECT at, mids, valid_until FROM rate WHERE at >= $1 ORDER BY at", [
    new Date(at).toISOString(),
  ]);
}

async function readMoments(db: Queries, sql: string, params: readonly unknown[]): Promise<Moment[]> {
  const rows = await db.query<{ at: string; mids: Record<string, string>; valid_until: string | null }>(sql, params);
  return rows.map(({ at, mids, valid_until: until }) => ({
    at: Date.parse(at),
    mids,
    ...(until !== null && { validUntil: Date.parse(until) }),
  }));
}

/** Returns whether prices are stale. Stale prices are marked, and cannot be used for exchanges. */
export const isStale = ({ at, validUntil = at + STALE_MS }: Moment, now: number): boolean => now > validUntil;

/** Returns the unrounded mid price of a pair, or undefined if a currency has no price. */
export function computeMid({ mids }: Pick<Moment, "mids">, { base, quote }: Pair): Decimal | undefined {
  const [value, other] = [base, quote].map((code) => Decimal.parse(code === PIVOT ? "1" : mids[code]));
  return value && other ? other.div(value, EXACT) : undefined;
}

/**
 * Rounds a price to six significant figures, but at most eight decimals: `7.12345`, `0.0485123`, `155.123`. Rounds to
 * the nearest value, or down if `down` is set.
 */
export function roundPrice(price: Decimal, down = false): Decimal {
  const whole = price.round(0).toString().replace("-", "");
  const trimmed = price.trim().toString().replace("-", "");
  const zeros = /^0\.(0*)/.exec(trimmed)?.[1]?.length;
  const scale = Math.max(0, Math.min(zeros === undefined ? FIGURES - whole.length : FIGURES + zeros, MAX_DECIMALS));
  const rounded = price.round(scale);
  if (!down || rounded.cmp(price) <= 0) return rounded;
  return rounded.sub(new Decimal(1n, scale));
}
