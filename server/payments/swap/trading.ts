/** What a quote needs to know: the merchant's price of a pair now, and whether the market deals at all. */
import { Decimal } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import type { Clock } from "../../core/clock.ts";
import type { Schemas } from "../../schemas/read.ts";
import { midOf, newest, STALE_MS } from "../rates/market.ts";
import { merchantMargins, sellingRate } from "../rates/terms.ts";
import type { Queries } from "../../store/database.ts";
import { tradingTime, type Hours, type TradingTime } from "./trading-time.ts";

/** A quote is not honoured when the market has since moved so far against it, as a share of the rate: then the price was a mistake for one side. */
const TOLERANCE = "0.005";

/** What prices and trading hours are worked out from. */
export interface MarketServices {
  schemas: Schemas;
  clock: Clock;
}

/** The merchant's price for one of the sold currency, and the market's. */
export interface Price {
  rate: Decimal;
  mid: Decimal;
}

/** Throws `noMarket` where nobody prices the pair (or not lately), `rateNotSet` (M18) where the merchant has no terms for what it sells. */
export async function priceNow(
  db: Queries,
  { schemas, clock }: MarketServices,
  m: string,
  sell: string,
  buy: string,
): Promise<Price> {
  const now = clock.now();
  const moment = await newest(db);
  const pair = { base: sell, quote: buy };
  const mid = moment && now - moment.at <= STALE_MS ? midOf(moment, pair) : undefined;
  if (!moment || !mid) throw new Failure("noMarket");
  const rate = sellingRate(moment, pair, await merchantMargins(db, schemas, m, now));
  if (!rate || rate.cmp(0n) <= 0) throw new Failure("rateNotSet");
  return { rate, mid };
}

/** Whether the market is still where a quote was given. */
export function stillFair(quoted: string, now: Decimal): boolean {
  return now.cmp(Decimal.of(quoted).mul(Decimal.of("1").sub(Decimal.of(TOLERANCE)))) >= 0;
}

/** The trading hours of the constants (K16) at the product's clock. */
export function tradingNow({ schemas, clock }: MarketServices): TradingTime & Hours {
  const { tradingOpens, tradingCloses } = schemas.constants;
  const hours = { opens: String(tradingOpens!.value), closes: String(tradingCloses!.value) };
  return { ...tradingTime(clock.now(), hours), ...hours };
}

/** Throws `tradingHours` (M20) while the market is closed. */
export function assertMarketOpen(services: MarketServices): void {
  if (!tradingNow(services).open) throw new Failure("tradingHours");
}
