/** Price board of a merchant: mid, bid and ask with the merchant's margin, daily change, and chart points. */
import type { Clock } from "../../core/clock.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../../store/database.ts";
import type { Feed } from "./feed.ts";
import {
  roundPrice,
  computeMid,
  readNewest,
  readNewestAt,
  formatPair,
  listSince,
  isStale,
  type Moment,
  type Pair,
} from "./market.ts";
import { computeBuyingRate, readMargins, computeSellingRate, type Margins } from "./terms.ts";

const DAY_MS = 86_400_000;
/** Interval of the feed's history, in milliseconds. */
const POINT_MS = 15 * 60_000;

export interface BoardServices {
  db: Database;
  schemas: Schemas;
  clock: Clock;
  feed?: Feed | undefined;
}

/** Prices and a merchant's margins, from which the lines of the board are computed. */
export interface Market {
  now: number;
  moment?: Moment | undefined;
  /** Newest prices that are at least one day older than `moment`. */
  before?: Moment | undefined;
  margins: Margins;
}

/** One line of the board. Prices are plain decimals, times are ISO 8601. */
export interface Line {
  pair: string;
  base: string;
  quote: string;
  mid: string;
  /** Prices at which the merchant buys and sells one unit of `base`. Omitted without a margin. */
  buy?: string;
  sell?: string;
  /** Change of the mid price in one day, in percent. Omitted without a price one day earlier. */
  changePercent?: string;
  at: string;
  stale: boolean;
}

/** Refreshes the feed and reads the market of a merchant. `moment` is undefined if there are no prices. */
export async function readMarket({ db, schemas, clock, feed }: BoardServices, tenant: string): Promise<Market> {
  await feed?.refresh();
  const now = clock.now();
  const [moment, margins] = [await readNewest(db), await readMargins(db, schemas, tenant, now)];
  return { now, moment, before: moment && (await readNewestAt(db, moment.at - DAY_MS)), margins };
}

/** Returns one line of the board, or undefined for a pair without a price. */
export function createLine({ now, moment, before, margins }: Market, pair: Pair): Line | undefined {
  const mid = moment && computeMid(moment, pair);
  if (!mid) return undefined;
  const past = before && computeMid(before, pair);
  const [buy, sell] = [computeBuyingRate(moment, pair, margins), computeSellingRate(moment, pair, margins)];
  return {
    pair: formatPair(pair),
    base: pair.base,
    quote: pair.quote,
    mid: roundPrice(mid).toString(),
    ...(buy ? { buy: buy.toString() } : {}),
    ...(sell ? { sell: sell.toString() } : {}),
    ...(past ? { changePercent: mid.sub(past).mul(100n).div(past, 2).toString() } : {}),
    at: new Date(moment.at).toISOString(),
    stale: isStale(moment, now),
  };
}

/**
 * Returns the chart points of the last `days` days by pair, as milliseconds and price. Points are about `days`
 * quarter-hours apart, so that charts of any period have about the same number of points.
 */
export async function readHistory(
  { db }: Pick<BoardServices, "db">,
  now: number,
  pairs: readonly Pair[],
  days: number,
): Promise<Record<string, [number, string][]>> {
  const step = POINT_MS * days;
  const points: Moment[] = [];
  const moments = await listSince(db, now - days * DAY_MS);
  for (const moment of moments) {
    const last = points.at(-1);
    // Accept a gap that is half a quarter-hour shorter, because a source may send its prices a few seconds before or
    // after the quarter-hour.
    if (!last || moment.at - last.at >= step - POINT_MS / 2) points.push(moment);
  }
  // The newest price is the end of every chart.
  const newest = moments.at(-1);
  if (newest && newest !== points.at(-1)) points.push(newest);
  return Object.fromEntries(
    pairs.map((pair) => [
      formatPair(pair),
      points.flatMap((moment): [number, string][] => {
        const mid = computeMid(moment, pair);
        return mid ? [[moment.at, roundPrice(mid).toString()]] : [];
      }),
    ]),
  );
}

/** Currency of the merchants' country. */
export const HOME_CURRENCY = "CNY";

/** Returns every offered currency paired with the yuan. */
export function listHomePairs({ schemas }: Pick<BoardServices, "schemas">): Pair[] {
  return (schemas.data.get("currency") ?? [])
    .map((row) => String(row["code"]))
    .filter((code) => code !== HOME_CURRENCY)
    .map((base) => ({ base, quote: HOME_CURRENCY }));
}
