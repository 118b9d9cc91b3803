/** Amounts of an exchange: the user fixes one side, the rate gives the other. Rounding never favours the user. */
import { Decimal } from "../../../src/engine/index.ts";
import { roundPrice } from "../rates/market.ts";

/** Decimals of a quotient before it is rounded. */
const EXACT = 24;

/** Amounts sold and bought. */
export interface ExchangeAmounts {
  sellAmount: Decimal;
  buyAmount: Decimal;
}
/** The fixed side, its amount, and the digits after the point of both currencies. */
export interface QuoteRequest {
  fixed: "sell" | "buy";
  amount: Decimal;
  sellDigits: number;
  buyDigits: number;
}

/** Computes both amounts. The bought one is rounded down, the sold one up, so that a round trip never gains. */
export function computeAmounts({ fixed, amount, sellDigits, buyDigits }: QuoteRequest, rate: Decimal): ExchangeAmounts {
  if (fixed === "sell")
    return { sellAmount: amount.round(sellDigits), buyAmount: roundDown(amount.mul(rate), buyDigits) };
  return { sellAmount: roundUp(amount.div(rate, EXACT), sellDigits), buyAmount: amount.round(buyDigits) };
}

/** Returns the rate of the opposite direction, for comparison. */
export const invertRate = (rate: Decimal): Decimal => roundPrice(Decimal.of("1").div(rate, EXACT));

function roundDown(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) > 0 ? rounded.sub(new Decimal(1n, digits)) : rounded;
}
function roundUp(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) < 0 ? rounded.add(new Decimal(1n, digits)) : rounded;
}
