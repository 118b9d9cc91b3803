/** A quote as the screen keeps it, and what is said of the difference between two of them. */
import type { CallAnswer, CallBody } from "../../contract/calls.ts";
import { Decimal } from "../../engine/index.ts";

/** A quote with its deadline, counted from when it came by the server's duration. */
export type Quote = CallAnswer<"swapQuote"> & {
  /** On `performance.now()`'s scale: no clock of the machine is believed. */
  endsAt: number;
  /** How long it was valid when it came, in milliseconds. */
  validMs: number;
};
export type Mode = NonNullable<CallBody<"swapQuote">["mode"]>;
/** What a quote is asked for. */
export type Wish =
  | { sellCurrency: string; buyCurrency: string; mode: Mode; sellAmount?: string; buyAmount?: string }
  | { orderNo: string };

/** Returns the server's quote with its deadline on this browser's clock. */
export const addDeadline = (quote: CallAnswer<"swapQuote">): Quote => ({
  ...quote,
  endsAt: performance.now() + quote.expiresInMs,
  validMs: quote.expiresInMs,
});

/** Confirming needs time to arrive: the last second is not offered. */
export const LAST_MS = 1_000;

/** What a new quote means against the one before: for the person, in the amount that follows from the rate. */
export interface Change {
  /** `+0.0312`: of the rate, in per cent. */
  percent: string;
  better: boolean;
  /** How much more arrives, or less is paid; signed, in `currency`. */
  amount: string;
  currency: string;
}

/** Undefined where the two are not about the same exchange, or nothing changed. */
export function changeBetween(before: Quote | undefined, now: Quote): Change | undefined {
  if (
    !before ||
    before.rate === now.rate ||
    before.fixed !== now.fixed ||
    before.sellCurrency !== now.sellCurrency ||
    before.buyCurrency !== now.buyCurrency
  )
    return undefined;
  const [was, is] = [Decimal.of(before.rate), Decimal.of(now.rate)];
  const sells = now.fixed === "sell";
  const amountOf = ({ buyAmount, sellAmount }: Quote) => Decimal.of(sells ? buyAmount : sellAmount);
  return {
    percent: signed(is.sub(was).mul(100n).div(was, 4)),
    better: is.cmp(was) > 0,
    amount: signed(amountOf(now).sub(amountOf(before))),
    currency: sells ? now.buyCurrency : now.sellCurrency,
  };
}

function signed(value: Decimal): string {
  const text = value.toString();
  return text.startsWith("-") ? `\u2212${text.slice(1)}` : `+${text}`;
}

/** Whether a quote answers a wish: an answer to an older one is not what stands in the boxes. */
export function answers(quote: Quote, wish: Wish | undefined): boolean {
  if (!wish) return false;
  if ("orderNo" in wish) return quote.orderNo === wish.orderNo;
  const isSell = quote.fixed === "sell";
  const wished = isSell ? wish.sellAmount : wish.buyAmount;
  return (
    quote.sellCurrency === wish.sellCurrency &&
    quote.buyCurrency === wish.buyCurrency &&
    wished !== undefined &&
    Decimal.of(isSell ? quote.sellAmount : quote.buyAmount).eq(Decimal.of(wished))
  );
}

/** What is missing for a debit; nothing when the balance covers it. */
export function missing({ available, debit }: Pick<Quote, "available" | "debit">): string | undefined {
  const rest = Decimal.of(debit).sub(Decimal.of(available));
  return rest.cmp(0n) > 0 ? rest.toString() : undefined;
}
