/** State of the first step: values derived from the draft, and the quote requested for it. */
import { useEffect, useRef } from "react";
import { translateFailure, t } from "@portolan/engine/app";
import { type CallFailure, Decimal, type Entity, type Lang } from "@portolan/engine";
import { formatMoney, readAmount, showAmount, type Side } from "./amount.ts";
import type { Money } from "./choices.ts";
import { type Draft, flipSide } from "./draft.ts";
import { formatOpening } from "./Hours.tsx";
import { isAnswering, findMissing, type Mode, type Quote, type QuoteRequest } from "./quote.ts";
import { useTerms } from "./use-money.tsx";
import type { Quoting } from "./use-quote.tsx";
import type { Trading } from "./use-trading.tsx";

/** Debounce delay of quote requests, in ms. */
const PAUSE_MS = 350;

export interface ExchangeState {
  draft: Draft;
  mode: Mode;
  moneyOf: Money;
  request: Entity;
  lang: Lang;
  quoting: Quoting;
  trading: Trading;
  /** Whether an exchange is impossible for a reason shown on the page. */
  isGated: boolean;
}

/** Returns the quote request, quote, amounts and errors, and the reason that blocks the review. */
export function useExchange({ draft, mode, moneyOf, request, lang, quoting, trading, isGated }: ExchangeState) {
  const { sell, buy, fixed, text } = draft;
  const terms = useTerms(sell);
  const record = { sellCurrency: sell, buyCurrency: buy };
  const { value, error: unread } = readAmount(request, fixed, text, record, lang);
  const quoteRequest: QuoteRequest | undefined =
    value === undefined ? undefined : { ...record, mode, [fixed === "sell" ? "sellAmount" : "buyAmount"]: value };
  useQuoteFor(quoteRequest, trading.open, quoting);
  const quote = quoting.quote && isAnswering(quoting.quote, quoteRequest) ? quoting.quote : undefined;
  const available = moneyOf.held.get(sell) ?? "0";
  const short = quote && findMissing({ ...quote, available });
  const errors: Record<Side, string | undefined> = {
    sell:
      (fixed === "sell" ? unread : undefined) ??
      findRefusal(quoting.failure, "sell") ??
      (terms && terms["exchangeRate"] === undefined ? translateFailure("rateNotSet") : undefined) ??
      (short && t("swap.short", { amount: formatMoney(request, short, sell, lang), currency: sell })),
    buy: (fixed === "buy" ? unread : undefined) ?? findRefusal(quoting.failure, "buy"),
  };
  const amountOf = (side: Side) => {
    const plain = side === fixed ? text : readQuotedAmount(quote, side);
    const read = side === fixed ? value : plain || undefined;
    return { plain, grouped: read === undefined ? plain : showAmount(request, side, read, record, lang) };
  };
  /** Returns the maximum amount to sell, given the balance and the fee. */
  const spendable = (): string => {
    const rest = Decimal.of(available).sub(Decimal.of(String(terms?.["singleFee"] ?? "0")));
    return rest.cmp(0n) > 0 ? rest.toString() : "0";
  };
  const blocked = describeBlock({
    isGated,
    trading,
    lang,
    hasError: Boolean(errors.sell || errors.buy),
    isEmpty: text.trim() === "",
    hasQuote: quote !== undefined,
  });
  return {
    quoteRequest,
    quote,
    available,
    errors,
    amountOf,
    spendable,
    blocked,
    waits: (side: Side) => quoting.isLoading && side === flipSide(fixed),
  };
}

/** Requests a quote for the amount, debounced. Clears it when there is no amount or the market is closed. */
function useQuoteFor(
  request: QuoteRequest | undefined,
  isOpen: boolean,
  { request: requestQuote, clear }: Quoting,
): void {
  const requestKey = request && JSON.stringify(request);
  const latest = useRef(request);
  latest.current = request;
  useEffect(() => {
    if (!requestKey || !isOpen) {
      clear();
      return undefined;
    }
    const timer = setTimeout(() => latest.current && void requestQuote(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [requestKey, isOpen, requestQuote, clear]);
}

/** Returns the amount of a side in the quote; empty without a quote. */
function readQuotedAmount(quote: Quote | undefined, side: Side): string {
  if (!quote) return "";
  return side === "sell" ? quote.sellAmount : quote.buyAmount;
}

/** Returns the server's error message for the amount or currency of a side; undefined when there is none. */
const findRefusal = (failure: CallFailure | undefined, side: Side): string | undefined =>
  failure?.errors?.find(({ at }) => at === `/${side}Amount` || at === `/${side}Currency`)?.message;

interface BlockState extends Pick<ExchangeState, "isGated" | "trading" | "lang"> {
  hasError: boolean;
  isEmpty: boolean;
  hasQuote: boolean;
}
/** Returns the reason why the review cannot be opened; undefined when it can. */
function describeBlock({ isGated, trading, lang, hasError, isEmpty, hasQuote }: BlockState): string | undefined {
  if (isGated) return t("swap.blockedGate");
  if (!trading.open) return t("swap.blockedClosed", { time: formatOpening(trading.opensAt, lang) });
  if (hasError) return t("swap.blockedError");
  if (hasQuote) return undefined;
  return isEmpty ? t("swap.blockedEmpty") : t("swap.asking");
}
