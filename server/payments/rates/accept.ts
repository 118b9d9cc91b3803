/** Decides whether prices from a source are stored, held until operators accept them, or refused. */
import { Decimal } from "@portolan/engine";
import { toIso } from "../../core/clock.ts";
import type { Queries } from "../../store/database.ts";
import { POINT_MS, writeMoments } from "./feed.ts";
import { PIVOT, readNewest, STALE_MS, type Moment } from "./market.ts";
import type { SentPrices } from "./source.ts";

/** Relative change between two moments above which operators must accept a price. */
const JUMP = Decimal.of("0.05");
/** Maximum lead of a source's clock in milliseconds. */
const AHEAD_MS = 5_000;
/** Number of decimals of a relative change in computations, and of its percentage when displayed. */
const EXACT = 8;
const PERCENT_DIGITS = 2;

/** Result of accepting prices. `old`: the stored prices are the same age or newer. */
export type Verdict = "stored" | "old" | "held";

export interface HeldPrices {
  at: string;
  mids: Moment["mids"];
}

/**
 * Converts the time of prices to the product's clock, which may differ from real time.
 *
 * @throws Error for prices that are stale, or more than five seconds in the future
 */
export function toMoment({ at, mids }: SentPrices, now: number): Moment {
  const age = Date.now() - Date.parse(at);
  if (Number.isNaN(age) || age > STALE_MS || age < -AHEAD_MS)
    throw new Error(`the prices are more than ${STALE_MS / 1_000} seconds old, or ahead`);
  return {
    at: now - Math.max(age, 0),
    mids: Object.fromEntries(Object.entries(mids).filter(([code]) => code !== PIVOT)),
  };
}

/**
 * Stores prices from a source, or holds them for operators if one of them jumped. In both cases, held prices are
 * deleted first. Ignores prices that are not newer than the stored ones.
 */
export async function acceptMoment(tx: Queries, moment: Moment, now: number): Promise<Verdict> {
  const known = await readNewest(tx);
  if (known && moment.at <= known.at) return "old";
  await tx.query("DELETE FROM rate_held");
  if (known && findJumps(known.mids, moment.mids).length > 0) {
    await tx.query("INSERT INTO rate_held (at, mids) VALUES ($1, $2)", [toIso(moment.at), JSON.stringify(moment.mids)]);
    return "held";
  }
  await writeMoments(tx, [moment], { before: isPoint(known, moment) ? undefined : known, now });
  return "stored";
}

/** Returns whether `known` is the last moment of its quarter-hour, which is kept as history. */
const isPoint = (known: Moment | undefined, { at }: Moment): boolean =>
  known !== undefined && Math.floor(known.at / POINT_MS) !== Math.floor(at / POINT_MS);

/** Returns the currencies whose price changed by more than 5%, each with its change: `CNY +7.25 %`. */
export function findJumps(before: Moment["mids"], after: Moment["mids"]): string[] {
  return Object.entries(after).flatMap(([code, mid]) => {
    const change = computeChange(before[code], mid);
    if (!change || isWithin(change)) return [];
    return [`${code} ${formatChange(change)}`];
  });
}

/** Returns the relative change of a price, or undefined without a positive previous price. */
export function computeChange(before: string | undefined, after: string): Decimal | undefined {
  const [old, next] = [Decimal.parse(before), Decimal.parse(after)];
  return old && next && old.cmp(0n) > 0 ? next.sub(old).div(old, EXACT) : undefined;
}

const isWithin = (change: Decimal): boolean => change.cmp(JUMP) <= 0 && change.cmp(Decimal.of("0").sub(JUMP)) >= 0;

/** Formats a relative change: `+7.25 %`. */
export const formatChange = (change: Decimal): string =>
  `${change.cmp(0n) > 0 ? "+" : ""}${change.mul(100n).round(PERCENT_DIGITS).toString()} %`;

export async function readHeld(db: Queries): Promise<HeldPrices | undefined> {
  const [held] = await db.query("SELECT at, mids FROM rate_held ORDER BY at DESC LIMIT 1");
  return held;
}
