/** Amounts of an exchange: the user fixes one side, the rate gives the other. Rounding never favours the user. */
import { Decimal } from "../../../src/engine/index.ts";
import { figures } from "../rates/market.ts";

/** Decimals of a quotient before it is rounded. */
const EXACT = 24;

/** What is given and what is bought. `rate` is what one of the sold currency buys. */
export interface Figures {
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
export function exchanged({ fixed, amount, sellDigits, buyDigits }: QuoteRequest, rate: Decimal): Figures {
  if (fixed === "sell") return { sellAmount: amount.round(sellDigits), buyAmount: down(amount.mul(rate), buyDigits) };
  return { sellAmount: up(amount.div(rate, EXACT), sellDigits), buyAmount: amount.round(buyDigits) };
}

/** Returns the rate of the opposite direction, for comparison. */
export const inverse = (rate: Decimal): Decimal => figures(Decimal.of("1").div(rate, EXACT));

function down(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) > 0 ? rounded.sub(new Decimal(1n, digits)) : rounded;
}
function up(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) < 0 ? rounded.add(new Decimal(1n, digits)) : rounded;
}
