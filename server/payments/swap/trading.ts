import { tradingCloses, tradingOpens } from "../../../src/contract/constants.gen.ts";
import { Decimal } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import type { Clock } from "../../core/clock.ts";
import type { Schemas } from "@portolan/engine/folder";
import { computeMid, isStale, readNewest, type Pair } from "../rates/market.ts";
import { hasBalance, readBalances } from "../ledger/balances.ts";
import { findLargestMargin, readMargins, computeSellingRate, type Margins } from "../rates/terms.ts";
import type { Queries } from "../../store/database.ts";
import { computeTradingTime, type Hours, type TradingTime } from "./trading-time.ts";

/** Maximum relative fall of the price below the quoted one. A confirmation after a greater fall is refused. */
const TOLERANCE = "0.005";

/** Dependencies of prices and trading hours. */
export interface MarketServices {
  schemas: Schemas;
  clock: Clock;
}

/** The merchant's price for one unit of the sold currency, and the market's. */
export interface Price {
  rate: Decimal;
  mid: Decimal;
}

/**
 * Returns the merchant's price.
 *
 * @throws Failure `noMarket` without a recent price of the pair, `rateNotSet` (M18) without a margin for a sold
 * currency that is not held, or when the price after the margin is not positive
 */
export async function readPrice(
  db: Queries,
  { schemas, clock }: MarketServices,
  tenant: string,
  pair: Pair,
): Promise<Price> {
  const now = clock.now();
  const moment = await readNewest(db);
  const mid = moment && !isStale(moment, now) ? computeMid(moment, pair) : undefined;
  if (!moment || !mid) throw new Failure("noMarket");
  const rate = computeSellingRate(moment, pair, await readUsableMargins(db, { schemas, now }, tenant, pair.base));
  if (!rate || rate.cmp(0n) <= 0) throw new Failure("rateNotSet");
  return { rate, mid };
}

/** Reads the margins, with the largest one for a sold currency that has none and of which there is a balance. */
async function readUsableMargins(
  db: Queries,
  { schemas, now }: { schemas: Schemas; now: number },
  tenant: string,
  sold: string,
): Promise<Margins> {
  const margins = await readMargins(db, schemas, tenant, now);
  const largest = findLargestMargin(margins);
  if (margins.has(sold) || !largest || !hasBalance(await readBalances(db, tenant), sold)) return margins;
  return new Map([...margins, [sold, largest]]);
}

/** Returns whether the current price is at least the quoted price less the tolerance. */
export function isStillFair(quoted: string, now: Decimal): boolean {
  return now.cmp(Decimal.of(quoted).mul(Decimal.of("1").sub(Decimal.of(TOLERANCE)))) >= 0;
}

/** Returns the state of the market by the product's clock, from the trading hours in the constants (K16). */
export function readTradingTime({ clock }: Pick<MarketServices, "clock">): TradingTime & Hours {
  const hours = { opens: tradingOpens, closes: tradingCloses };
  return { ...computeTradingTime(clock.now(), hours), ...hours };
}

/** Asserts that the market is open. @throws Failure `tradingHours` (M20) */
export function assertMarketOpen(services: MarketServices): void {
  if (!readTradingTime(services).open) throw new Failure("tradingHours");
}
