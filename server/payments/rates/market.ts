/** What the market says: the table `rate`, whoever feeds it. Without a feed it stays empty, and nothing is made up. */
import { Decimal } from "../../../src/engine/index.ts";
import type { Queries } from "../../store/database.ts";

/** Prices of one moment: units of each currency for one `PIVOT`, as plain decimals. */
export interface Moment {
  /** Milliseconds of the product's clock. */
  at: number;
  mids: Readonly<Record<string, string>>;
}
/** Two currencies; a price of `base/quote` is how much `quote` one `base` costs. */
export interface Pair {
  base: string;
  quote: string;
}

/** The currency that everything else is priced in. */
export const PIVOT = "USD";
/** A price that is older says so, and nobody may deal on it. */
export const STALE_MS = 60_000;
/** Decimals that a cross rate is worked out with before it is rounded to be shown. */
const EXACT = 16;
/** Figures of a price, as markets show them. */
const FIGURES = 6;
/** Most decimals of a price: those of the kind `rate`. */
const MOST_DECIMALS = 8;

/** `USD/CNY` as a pair; nothing for any other form. */
export function pairOf(text: string): Pair | undefined {
  const [, base, quote] = /^([A-Z]{3})\/([A-Z]{3})$/.exec(text) ?? [];
  return base && quote && base !== quote ? { base, quote } : undefined;
}
export const pairName = ({ base, quote }: Pair): string => `${base}/${quote}`;

/** The newest prices; nothing where no feed ever gave any. */
export async function newest(db: Queries): Promise<Moment | undefined> {
  return (await moments(db, "SELECT at, mids FROM rate ORDER BY at DESC LIMIT 1", []))[0];
}
/** The newest prices that are not after a moment. */
export async function newestAt(db: Queries, at: number): Promise<Moment | undefined> {
  return (
    await moments(db, "SELECT at, mids FROM rate WHERE at <= $1 ORDER BY at DESC LIMIT 1", [new Date(at).toISOString()])
  )[0];
}
/** Prices since a moment, oldest first. */
export async function since(db: Queries, at: number): Promise<Moment[]> {
  return moments(db, "SELECT at, mids FROM rate WHERE at >= $1 ORDER BY at", [new Date(at).toISOString()]);
}

async function moments(db: Queries, sql: string, params: readonly unknown[]): Promise<Moment[]> {
  const rows = await db.query<{ at: string; mids: Record<string, string> }>(sql, params);
  return rows.map(({ at, mids }) => ({ at: Date.parse(at), mids }));
}

/** The middle of the market for a pair, exact enough to be rounded by whoever shows it; nothing for a currency that the feed does not have. */
export function midOf({ mids }: Pick<Moment, "mids">, { base, quote }: Pair): Decimal | undefined {
  const [one, other] = [base, quote].map((code) => Decimal.parse(code === PIVOT ? "1" : mids[code]));
  return one && other ? other.div(one, EXACT) : undefined;
}

/** A price with six figures, `down` cut off instead of rounded: `7.12345`, `0.0485123`, `155.123`. */
export function figures(price: Decimal, down = false): Decimal {
  const whole = price.round(0).toString().replace("-", "");
  const trimmed = price.trim().toString().replace("-", "");
  const zeros = /^0\.(0*)/.exec(trimmed)?.[1]?.length;
  const scale = Math.max(0, Math.min(zeros === undefined ? FIGURES - whole.length : FIGURES + zeros, MOST_DECIMALS));
  const rounded = price.round(scale);
  if (!down || rounded.cmp(price) <= 0) return rounded;
  return rounded.sub(new Decimal(1n, scale));
}
