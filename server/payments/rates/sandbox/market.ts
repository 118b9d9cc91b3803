/**
 * Simulated market: a seeded random walk of every offered currency against the dollar. Each read brings the table
 * `rate` up to date, with a history point every quarter of an hour (every three hours before the last eight days), and the
 * current price every few seconds.
 */
import { Decimal } from "@portolan/engine";
import { POINT_MS, SPARSE_MS, writeMoments, type Confirmation, type Feed } from "../feed.ts";
import { roundPrice, computeMid, readNewest, PIVOT, type Moment, type Pair } from "../market.ts";
import { assertPresent } from "../../../core/required.ts";
import type { Database, Queries } from "../../../store/database.ts";
import type { SandboxClock } from "../../../sandbox/clock.ts";
import { createRandom } from "../../../sandbox/random.ts";
import { toIso } from "../../../core/clock.ts";

/** Length of the initial history, in milliseconds, and how much of it has a point every quarter of an hour. */
const HISTORY_MS = 90 * 86_400_000;
const WHOLE_MS = 8 * 86_400_000;
/** Time in milliseconds that a price stays the same. */
const FRESH_MS = 3_000;
/** Typical relative change of a price in a quarter of an hour. */
const MOVE = 0.000_35;
/** Mean reversion: fraction of the distance to the anchor by which a price returns in a quarter of an hour. */
const PULL = 0.002;

/** Factor that lowers the price when an amount ending in .70 is confirmed. */
const FALL = Decimal.of("0.988");
/** Maximum number of remembered amounts that have moved the market. */
const REMEMBERED = 10_000;

/** Anchors: units of each currency for one dollar. Invented, near the rates of autumn 2026. */
const ANCHORS: Readonly<Record<string, number>> = {
  CNY: 7.0862,
  EUR: 0.8614,
  HKD: 7.7812,
  GBP: 0.7533,
  JPY: 152.84,
  AUD: 1.5127,
  CAD: 1.3904,
  SGD: 1.2958,
  NZD: 1.7421,
  CHF: 0.8015,
  SEK: 9.412,
  NOK: 10.063,
  DKK: 6.4283,
  PLN: 3.6521,
  CZK: 20.93,
  HUF: 334.6,
  KRW: 1428.5,
  THB: 32.41,
  MYR: 4.1876,
  IDR: 16612,
  PHP: 58.14,
  VND: 26318,
  INR: 88.72,
  AED: 3.6725,
  SAR: 3.7508,
  KWD: 0.3069,
  ZAR: 17.24,
  MXN: 18.52,
  BRL: 5.384,
};

/**
 * Returns the prices after a time step. The seeds depend only on the currency's position and the time, so that prices
 * move in the same way on every machine.
 */
function moveMids(mids: Readonly<Record<string, string>>, from: number, to: number): Record<string, string> {
  const share = Math.sqrt(Math.min(to - from, SPARSE_MS) / POINT_MS);
  return Object.fromEntries(
    Object.entries(mids).map(([code, mid], index) => {
      const random = createRandom(Math.floor(to / 1000) * 31 + index * 7919);
      // The sum of three uniform draws approximates a normal distribution.
      const bell = random() + random() + random() - 1.5;
      const anchor = ANCHORS[code] ?? Number(mid);
      const next = Number(mid) * (1 + bell * 2 * MOVE * share) + (anchor - Number(mid)) * PULL * share * share;
      return [code, roundPrice(Decimal.of(next.toFixed(12))).toString()];
    }),
  );
}

/** Inserts the missing points up to now: those of the last 90 days if the table is empty. */
export async function insertMissingPrices(db: Queries, now: number): Promise<void> {
  const known = await readNewest(db);
  const first = Math.floor((now - HISTORY_MS) / SPARSE_MS) * SPARSE_MS;
  /** Returns the time of the point after `at`. */
  const findNext = (at: number) => {
    const interval = at < now - WHOLE_MS ? SPARSE_MS : POINT_MS;
    return (Math.floor(at / interval) + 1) * interval;
  };
  let last: Moment =
    known && known.at > first
      ? known
      : {
          at: first - POINT_MS,
          mids: known?.mids ?? Object.fromEntries(Object.entries(ANCHORS).map(([code, mid]) => [code, String(mid)])),
        };
  const points: Moment[] = [];
  for (let at = findNext(last.at); at <= now; at = findNext(at)) {
    last = { at, mids: moveMids(last.mids, last.at, at) };
    points.push(last);
  }
  const present = Math.floor(now / FRESH_MS) * FRESH_MS;
  if (present > last.at) points.push({ at: present, mids: moveMids(last.mids, last.at, present) });
  if (points.length > 0) await writeMoments(db, points, { before: known, now });
}

export class SandboxFeed implements Feed {
  private running: Promise<void> | undefined;
  private freshAt = 0;
  private readonly moved = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly clock: SandboxClock,
  ) {}

  /** Brings the table `rate` up to date. Concurrent callers share one update. */
  async refresh(): Promise<void> {
    const now = this.clock.now();
    if (now - this.freshAt < FRESH_MS && now >= this.freshAt) return;
    this.running ??= this.db
      .tx((tx) => insertMissingPrices(tx, now))
      .finally(() => {
        this.freshAt = Math.floor(now / FRESH_MS) * FRESH_MS;
        this.running = undefined;
      });
    await this.running;
  }

  /**
   * Lowers the price by more than the tolerance when an amount ending in .70 is confirmed. The price falls only once
   * per order, or per pair and amount without an order number, so that a second confirmation at the new price succeeds.
   */
  async simulateConfirmation({
    sellCurrency,
    buyCurrency,
    sellAmount,
    buyAmount,
    fixed,
    orderNo,
  }: Confirmation): Promise<void> {
    await this.refresh();
    const amount = fixed === "sell" ? sellAmount : buyAmount;
    const name = orderNo ?? `${sellCurrency}${buyCurrency}${amount}`;
    if (!amount.replace(".", "").endsWith("70") || this.moved.has(name)) return;
    if (this.moved.size >= REMEMBERED) this.moved.clear();
    this.moved.add(name);
    const pair = { base: sellCurrency, quote: buyCurrency };
    const moment = await readNewest(this.db);
    const mid = moment && computeMid(moment, pair);
    if (mid) await this.set(pair, mid.mul(FALL));
  }

  /**
   * Sets the price of a pair, from which the random walk continues.
   *
   * @throws RangeError for a currency without a price
   */
  async set(pair: Pair, price: Decimal): Promise<Moment> {
    await this.refresh();
    return this.db.tx((tx) => setPrice(tx, pair, price));
  }

  /** Forgets when the table was last updated. Call it after the data has been deleted. */
  reset(): void {
    this.freshAt = 0;
  }
}

/** Moves `quote` against the dollar, or `base` when `quote` is the dollar, so that the pair has the price. */
async function setPrice(tx: Queries, { base, quote }: Pair, price: Decimal): Promise<Moment> {
  const moment = await readNewest(tx);
  const mid = moment && computeMid(moment, { base, quote });
  if (!mid) throw new RangeError(`no market for ${base}/${quote}`);
  const code = quote === PIVOT ? base : quote;
  const own = Decimal.of(assertPresent(moment.mids[code], `the price of ${code}`));
  const next = quote === PIVOT ? own.mul(mid).div(price, 12) : own.mul(price).div(mid, 12);
  const mids = { ...moment.mids, [code]: next.round(8).trim().toString() };
  await tx.query("UPDATE rate SET mids = $2 WHERE at = $1", [toIso(moment.at), JSON.stringify(mids)]);
  return { at: moment.at, mids };
}
