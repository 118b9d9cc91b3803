/** The board of prices as a merchant sees it: mid, its own two sides, the change of a day, and points for a small chart. */
import type { Clock } from "../../core/clock.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Database } from "../../store/database.ts";
import type { Feed } from "./feed.ts";
import { figures, midOf, newest, newestAt, pairName, since, STALE_MS, type Moment, type Pair } from "./market.ts";
import { buyingRate, merchantMargins, sellingRate, type Margins } from "./terms.ts";

const DAY_MS = 86_400_000;
/** The feed's history has a point every quarter of an hour. */
const POINT_MS = 15 * 60_000;

/** What the board is read from. */
export interface BoardServices {
  db: Database;
  schemas: Schemas;
  clock: Clock;
  feed?: Feed;
}

/** Everything that one board is drawn from. */
export interface Market {
  now: number;
  moment?: Moment;
  /** A day earlier. */
  before?: Moment;
  margins: Margins;
}

/** One line of the board: prices as plain decimals, times as ISO text. */
export interface Line {
  pair: string;
  base: string;
  quote: string;
  mid: string;
  /** What the merchant pays for one of `base`, and what it gets for one. Absent where no margin is set. */
  buy?: string;
  sell?: string;
  /** Of the mid, against a day before. */
  changePercent?: string;
  at: string;
  stale: boolean;
}

/** The market as a merchant finds it now; `moment` is absent where nothing feeds it. */
export async function marketFor({ db, schemas, clock, feed }: BoardServices, m: string): Promise<Market> {
  await feed?.refresh();
  const now = clock.now();
  const [moment, margins] = [await newest(db), await merchantMargins(db, schemas, m, now)];
  return { now, moment, before: moment && (await newestAt(db, moment.at - DAY_MS)), margins };
}

/** One line of the board; nothing for a pair that the feed does not price. */
export function line({ now, moment, before, margins }: Market, pair: Pair): Line | undefined {
  const mid = moment && midOf(moment, pair);
  if (!mid) return undefined;
  const past = before && midOf(before, pair);
  const [buy, sell] = [buyingRate(moment, pair, margins), sellingRate(moment, pair, margins)];
  return {
    pair: pairName(pair),
    base: pair.base,
    quote: pair.quote,
    mid: figures(mid).toString(),
    ...(buy ? { buy: buy.toString() } : {}),
    ...(sell ? { sell: sell.toString() } : {}),
    ...(past ? { changePercent: mid.sub(past).mul(100n).div(past, 2).toString() } : {}),
    at: new Date(moment.at).toISOString(),
    stale: now - moment.at > STALE_MS,
  };
}

/** Points of the last days by pair, thinned out to one every quarter of an hour for each day asked for. */
export async function history(
  { db }: Pick<BoardServices, "db">,
  now: number,
  pairs: readonly Pair[],
  days: number,
): Promise<Record<string, [number, string][]>> {
  const step = POINT_MS * days;
  const points: Moment[] = [];
  for (const moment of await since(db, now - days * DAY_MS)) {
    if (points.length === 0 || moment.at - points.at(-1)!.at >= step) points.push(moment);
  }
  return Object.fromEntries(
    pairs.map((pair) => [
      pairName(pair),
      points.flatMap((moment): [number, string][] => {
        const mid = midOf(moment, pair);
        return mid ? [[moment.at, figures(mid).toString()]] : [];
      }),
    ]),
  );
}

/** Every offered currency against the yuan, the currency of the merchants' own country. */
export const HOME_CURRENCY = "CNY";
export function homePairs({ schemas }: Pick<BoardServices, "schemas">): Pair[] {
  return (schemas.data.get("currency") ?? [])
    .map((row) => String(row["code"]))
    .filter((code) => code !== HOME_CURRENCY)
    .map((base) => ({ base, quote: HOME_CURRENCY }));
}
