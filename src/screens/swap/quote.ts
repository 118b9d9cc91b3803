/** Quote of the exchange, and the change between two of them. */
import type { CallAnswer, CallBody } from "../../contract/calls.ts";
import { Decimal } from "../../engine/index.ts";

/** A quote with its local deadline: time of arrival plus the server's duration. */
export type Quote = CallAnswer<"swapQuote"> & {
  /** On `performance.now()`'s scale, which changes of the machine's clock do not affect. */
  endsAt: number;
  /** Validity at arrival, in ms. */
  validMs: number;
};
export type Mode = NonNullable<CallBody<"swapQuote">["mode"]>;
/** Request of a quote. */
export type Wish =
  | { sellCurrency: string; buyCurrency: string; mode: Mode; sellAmount?: string; buyAmount?: string }
  | { orderNo: string };

/** Returns the server's quote with its deadline on this browser's clock. */
export const addDeadline = (quote: CallAnswer<"swapQuote">): Quote => ({
  ...quote,
  endsAt: performance.now() + quote.expiresInMs,
  validMs: quote.expiresInMs,
});

/** Reserved at the end of a quote's validity, in ms: the confirmation needs time to arrive. */
export const LAST_MS = 1_000;

/** Change of a new quote against the last one, from the user's side, in the amount that follows from the rate. */
export interface Change {
  /** Change of the rate in per cent, such as `+0.0312`. */
  percent: string;
  better: boolean;
  /** Signed gain in `currency`: more received, or less paid. */
  amount: string;
  currency: string;
}

/** Returns the change; undefined when the quotes are for different exchanges, or nothing changed. */
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
    percent: formatSigned(is.sub(was).mul(100n).div(was, 4)),
    better: is.cmp(was) > 0,
    amount: formatSigned(amountOf(now).sub(amountOf(before))),
    currency: sells ? now.buyCurrency : now.sellCurrency,
  };
}

function formatSigned(value: Decimal): string {
  const text = value.toString();
  return text.startsWith("-") ? `\u2212${text.slice(1)}` : `+${text}`;
}

/** Returns whether a quote is for this wish; one for an older wish does not match the inputs. */
export function isAnswering(quote: Quote, wish: Wish | undefined): boolean {
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

/** Returns the shortfall for a debit; undefined when the balance covers it. */
export function findMissing({ available, debit }: Pick<Quote, "available" | "debit">): string | undefined {
  const rest = Decimal.of(debit).sub(Decimal.of(available));
  return rest.cmp(0n) > 0 ? rest.toString() : undefined;
}
