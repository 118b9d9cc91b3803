/**
 * Computes the amounts of an exchange: the user sets one side, and the rate determines the other. Rounding never
 * favours the user.
 */
import { Decimal } from "@portolan/engine";
import { roundPrice } from "../rates/market.ts";

/** Number of decimals of a quotient before rounding. */
const EXACT = 24;

export interface ExchangeAmounts {
  sellAmount: Decimal;
  buyAmount: Decimal;
}
/** The fixed side, its amount, and the decimal digits of both currencies. */
export interface QuoteRequest {
  fixed: "sell" | "buy";
  amount: Decimal;
  sellDigits: number;
  buyDigits: number;
}

/**
 * Returns both amounts. The one that is not fixed is rounded against the user: a bought amount down and a sold amount
 * up, so that a round trip never gains.
 */
export function computeAmounts({ fixed, amount, sellDigits, buyDigits }: QuoteRequest, rate: Decimal): ExchangeAmounts {
  if (fixed === "sell")
    return { sellAmount: amount.round(sellDigits), buyAmount: roundDown(amount.mul(rate), buyDigits) };
  return { sellAmount: roundUp(amount.div(rate, EXACT), sellDigits), buyAmount: amount.round(buyDigits) };
}

/** Returns the rate for the opposite direction, for comparison. */
export const invertRate = (rate: Decimal): Decimal => roundPrice(Decimal.of("1").div(rate, EXACT));

function roundDown(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) > 0 ? rounded.sub(new Decimal(1n, digits)) : rounded;
}
function roundUp(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) < 0 ? rounded.add(new Decimal(1n, digits)) : rounded;
}
