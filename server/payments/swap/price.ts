/** The figures of an exchange: one side is fixed by the person, the other follows from the rate. Rounding never goes against the house. */
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

/** What is bought is cut off, what must be sold is rounded up: what comes out is never worth more than what goes in. */
export function exchanged({ fixed, amount, sellDigits, buyDigits }: QuoteRequest, rate: Decimal): Figures {
  if (fixed === "sell") return { sellAmount: amount.round(sellDigits), buyAmount: down(amount.mul(rate), buyDigits) };
  return { sellAmount: up(amount.div(rate, EXACT), sellDigits), buyAmount: amount.round(buyDigits) };
}

/** The same rate read from the other side, for people to compare. */
export const inverse = (rate: Decimal): Decimal => figures(Decimal.of("1").div(rate, EXACT));

function down(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) > 0 ? rounded.sub(new Decimal(1n, digits)) : rounded;
}
function up(value: Decimal, digits: number): Decimal {
  const rounded = value.round(digits);
  return rounded.cmp(value) < 0 ? rounded.add(new Decimal(1n, digits)) : rounded;
}
