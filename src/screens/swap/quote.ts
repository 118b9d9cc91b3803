/** Quote of an exchange, and the comparison of two quotes. */
import { type CallBody, type CallResponse, Decimal } from "@portolan/engine";

/** A quote with its local deadline: the time of arrival plus the validity. */
export type Quote = CallResponse<"swapQuote"> & {
  /** Deadline on the `performance.now()` scale, which is independent of system clock changes. */
  endsAt: number;
  /** Validity at the time of arrival, in ms. */
  validMs: number;
};
export type Mode = NonNullable<CallBody<"swapQuote">["mode"]>;
/** Parameters of a quote request. */
export type QuoteRequest =
  | { sellCurrency: string; buyCurrency: string; mode: Mode; sellAmount?: string; buyAmount?: string }
  | { orderNo: string };

/** Adds the local deadline to a quote from the server. */
export const addDeadline = (quote: CallResponse<"swapQuote">): Quote => ({
  ...quote,
  endsAt: performance.now() + quote.expiresInMs,
  validMs: quote.expiresInMs,
});

/** Safety margin before a quote expires, in ms, for the confirmation to reach the server. */
export const LAST_MS = 1_000;

/** Difference between a new quote and the previous one. */
export interface Change {
  /** Change of the rate in percent, such as `+0.0312`. */
  percent: string;
  better: boolean;
  /**
   * Signed difference of the amount that is not fixed, in `currency`: received if the sold amount is fixed, otherwise
   * paid.
   */
  amount: string;
  currency: string;
}

/**
 * Returns the difference. Undefined without an earlier quote, for quotes of different exchanges, and for the same rate.
 */
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

/** Returns whether a quote matches the request. A quote for an earlier request does not match the current inputs. */
export function isAnswering(quote: Quote, request: QuoteRequest | undefined): boolean {
  if (!request) return false;
  if ("orderNo" in request) return quote.orderNo === request.orderNo;
  const isSell = quote.fixed === "sell";
  const wished = isSell ? request.sellAmount : request.buyAmount;
  return (
    quote.sellCurrency === request.sellCurrency &&
    quote.buyCurrency === request.buyCurrency &&
    wished !== undefined &&
    Decimal.of(isSell ? quote.sellAmount : quote.buyAmount).eq(Decimal.of(wished))
  );
}

/**
 * Returns what the quoted rate costs against the mid-market rate, in the bought currency and in percent. Undefined when
 * the rate is no worse than that.
 */
export function computeCost(
  { sellAmount, buyAmount, mid }: Pick<Quote, "sellAmount" | "buyAmount" | "mid">,
  minorUnits: number,
): { amount: string; percent: string } | undefined {
  const fair = Decimal.of(sellAmount).mul(Decimal.of(mid));
  const cost = fair.sub(Decimal.of(buyAmount)).round(minorUnits);
  if (cost.cmp(0n) <= 0) return undefined;
  return { amount: cost.toString(), percent: cost.mul(100n).div(fair, 2).toFixed(2) };
}

/** Returns the missing amount when the balance does not cover the debit; otherwise undefined. */
export function findMissing({ available, debit }: Pick<Quote, "available" | "debit">): string | undefined {
  const rest = Decimal.of(debit).sub(Decimal.of(available));
  return rest.cmp(0n) > 0 ? rest.toString() : undefined;
}
