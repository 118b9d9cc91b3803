/**
 * Review of a quote with both amounts, its price and its validity. The payment password is entered on the same page,
 * because a quote is valid for only a few seconds.
 */
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { describeEndpoint, omitSecondFactor, requireEndpoint, t } from "@portolan/engine/app";
import type { Entity, EntityRow, Lang, Row } from "@portolan/engine";
import { CallForm, type CallFormProps, useLoaded, useSpelledAmount } from "@portolan/engine/ui";
import { formatMoney } from "./amount.ts";
import { Figures } from "./Figures.tsx";
import { isAnswering, findMissing, type Quote, type QuoteRequest } from "./quote.ts";
import { describeFailure } from "./confirm-quote.ts";
import { useConfirmation } from "./use-confirmation.tsx";
import type { Quoting } from "./use-quote.tsx";
import type { Trading } from "./use-trading.tsx";
import { Validity } from "./Validity.tsx";

const CONFIRM = describeEndpoint(requireEndpoint("swapSure"));
/**
 * Minimum remaining seconds for a quote to be reused in the review. With less, a new quote is requested to leave time
 * to read.
 */
const FRESH_SECONDS = 12;

interface Props {
  quoteRequest: QuoteRequest;
  quoting: Quoting;
  request: Entity;
  lang: Lang;
  trading: Trading;
  form(call: string): Promise<CallFormProps["call"]>;
  onBack(): void;
  onDone(record: EntityRow<"swap">): void;
}

export function Review({ quoteRequest, quoting, request, lang, trading, form, onBack, onDone }: Props) {
  const { quote, live, isLoading, request: requestQuote, failure } = quoting;
  const password = useLoaded(() => form("checkPassword").then(omitSecondFactor), "checkPassword");
  const confirmation = useConfirmation(quoteRequest, requestQuote, onDone);
  const { sending, outcomeUnknown } = confirmation;
  const head = useRef<HTMLHeadingElement>(null);
  useFirstQuote(quoteRequest, quoting, head);
  const preset = useMemo(
    () => ({ call: CONFIRM, body: JSON.stringify({ quoteId: quote?.quoteId ?? "" }) }),
    [quote?.quoteId],
  );
  const short = quote && findMissing(quote);
  const currency = quote?.sellCurrency ?? "";
  const sold = quote ? `${formatMoney(request, quote.sellAmount, currency, lang)} ${currency}` : "";
  const refresh = () => {
    confirmation.clearNotice();
    void requestQuote(quoteRequest, true);
  };
  /** Returns the label and action of the button shown while confirming is blocked; undefined otherwise. */
  const insteadOf = () => {
    if (sending) return { label: t("swap.sending") };
    if (isLoading) return { label: t("swap.asking") };
    if (!trading.open) return { label: t("swap.closed") };
    if (!quote || !live) return { label: t("swap.refresh"), act: refresh };
    return short ? { label: t("swap.notEnough") } : undefined;
  };
  const message = confirmation.notice ?? (failure && { tone: "danger" as const, text: describeFailure(failure) });
  return (
    <section className="sw-card" aria-labelledby="sw-review-title">
      <h2 id="sw-review-title" ref={head} tabIndex={-1}>
        {t("swap.reviewTitle")}
      </h2>
      {quote && <Terms quote={quote} quoting={quoting} request={request} lang={lang} />}
      {message && (
        <p className="sw-notice" data-tone={message.tone} role="alert">
          {message.text}
        </p>
      )}
      {short && (
        <p className="sw-notice" data-tone="danger">
          {t("swap.short", { amount: formatMoney(request, short, currency, lang), currency })}
        </p>
      )}
      {outcomeUnknown ? (
        <OutcomeUnknown sending={sending} onRetry={confirmation.retry} />
      ) : (
        password && (
          <CallForm
            call={password}
            preset={preset}
            submitLabel={t("swap.confirm", { amount: sold })}
            instead={insteadOf()}
            onCancel={sending ? undefined : onBack}
            onDone={(map, sent) => confirmation.confirm(quoteIn(sent), String(map.proof))}
          />
        )
      )}
    </section>
  );
}

/**
 * Focuses the heading when the review opens, and requests a quote unless the current one matches the request and leaves
 * time to read.
 */
function useFirstQuote(quoteRequest: QuoteRequest, quoting: Quoting, head: RefObject<HTMLHeadingElement | null>): void {
  const { quote, live, isLoading, request: requestQuote, seconds } = quoting;
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    head.current?.focus();
    // A pending request for a different amount must not be used for this review.
    if (!quote || isLoading || !isAnswering(quote, quoteRequest) || !live || seconds < FRESH_SECONDS)
      void requestQuote(quoteRequest, quote !== undefined);
  }, [requestQuote, isLoading, head, live, quote, seconds, quoteRequest]);
}

interface TermsProps extends Pick<Props, "quoting" | "request" | "lang"> {
  quote: Quote;
}
/** Terms of the exchange: both amounts, the price, the settlement date and the validity of the quote. */
function Terms({ quote, quoting, request, lang }: TermsProps) {
  return (
    <>
      <div className="sw-cheque">
        <p>
          <span>{t("swap.youSell")}</span>
          <strong>
            {formatMoney(request, quote.sellAmount, quote.sellCurrency, lang)} <small>{quote.sellCurrency}</small>
          </strong>
          <InWords amount={quote.sellAmount} currency={quote.sellCurrency} />
        </p>
        <p>
          <span>{t("swap.youGet")}</span>
          <strong>
            {formatMoney(request, quote.buyAmount, quote.buyCurrency, lang)} <small>{quote.buyCurrency}</small>
          </strong>
          <InWords amount={quote.buyAmount} currency={quote.buyCurrency} />
        </p>
      </div>
      <Figures quote={quote} before={quoting.before} request={request} lang={lang} />
      <p className="sw-quiet">{t("swap.settles", { date: quote.settleDate })}</p>
      <Validity quoting={quoting} />
    </>
  );
}

/** Footer after a confirmation with an unknown outcome. Only the same confirmation can be sent again. */
function OutcomeUnknown({ sending, onRetry }: { sending: boolean; onRetry(): void }) {
  return (
    <footer className="sw-footer">
      <span className="sw-quiet">{t("swap.unknownHint")}</span>
      <button type="button" className="btn" data-main aria-disabled={sending || undefined} onClick={onRetry}>
        {sending ? t("swap.sending") : t("swap.askAgain")}
      </button>
    </footer>
  );
}

/** Returns the id of the quote that the password proof was issued for. */
const quoteIn = (sent: Row): string => (JSON.parse(String(sent.body)) as { quoteId: string }).quoteId;

/** An amount spelled out in words, for currencies that require it. */
function InWords({ amount, currency }: { amount: string; currency: string }) {
  const spelled = useSpelledAmount(amount, currency);
  if (spelled === undefined) return null;
  return (
    <span className="sw-quiet" lang="zh-CN">
      {spelled}
    </span>
  );
}
