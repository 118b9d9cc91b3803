/** The review of a quote with both amounts, its price and its validity. The payment password is entered on the same page, so that typing it costs no quote. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { describeEndpoint, endpointOf } from "../../client/endpoints.ts";
import { t } from "../../client/i18n.ts";
import { omitSecondFactor } from "../../client/second-factor.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { Entity, Lang, Row } from "../../engine/index.ts";
import {
  CallForm,
  type CallFormProps,
  isLocked,
  Operation,
  type Settled,
  useLoaded,
  usePorts,
  useSpelled,
} from "../../engine/ui.tsx";
import { money } from "./amount.ts";
import { Figures } from "./Figures.tsx";
import { answers, missing, type Wish } from "./quote.ts";
import { confirmQuote, describeFailure, describeOutcome, isPriceGone } from "./confirm-quote.ts";
import type { Quoting } from "./use-quote.tsx";
import type { Trading } from "./use-trading.tsx";
import { Validity } from "./Validity.tsx";

const CONFIRM = describeEndpoint(endpointOf("swapSure"));
/** Minimum seconds left for a quote to be reused when the review opens; otherwise a new one is requested, to leave time to read. */
const FRESH_SECONDS = 12;

interface Props {
  wish: Wish;
  quoting: Quoting;
  request: Entity;
  lang: Lang;
  trading: Trading;
  form(call: string): Promise<CallFormProps["call"]>;
  onBack(): void;
  onDone(record: EntityRow<"swap">): void;
}

export function Review({ wish, quoting, request, lang, trading, form, onBack, onDone }: Props) {
  const ports = usePorts();
  const { quote, before, live, asking, ask, failure, seconds } = quoting;
  const password = useLoaded(() => form("checkPassword").then(omitSecondFactor), "checkPassword");
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState<{ tone: "warning" | "danger"; text: string }>();
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    head.current?.focus();
    // A pending request for another amount must not answer this one.
    if (!quote || asking || !answers(quote, wish) || !live || seconds < FRESH_SECONDS)
      void ask(wish, quote !== undefined);
  }, [ask, asking, live, quote, seconds, wish]);

  const current = useRef<Operation>(undefined);
  useEffect(() => {
    current.current?.attach();
    return () => current.current?.detach();
  }, []);
  const run = useCallback(
    async (operation: Operation, send: () => Promise<Settled | undefined>) => {
      setSending(true);
      setNotice(undefined);
      const settled = await send();
      if (settled?.late) return;
      setSending(false);
      if (!settled) return;
      const { outcome } = settled;
      setOutcomeUnknown(isLocked(operation.state));
      if (outcome.end === "succeeded") return onDone(outcome.result["record"]);
      if (outcome.end === "cancelled") return;
      const gone = outcome.end === "refused" && isPriceGone(outcome.failure);
      setNotice({ tone: outcome.end === "refused" && !gone ? "danger" : "warning", text: describeOutcome(outcome) });
      if (gone) await ask(wish, true);
    },
    [onDone, ask, wish],
  );
  const confirm = (quoteId: string, proof: string) => {
    const operation = new Operation(ports, confirmQuote(ports, quoteId));
    current.current = operation;
    return run(operation, () => operation.submit({ quoteId }, proof));
  };
  const retry = () => {
    const operation = current.current;
    if (operation && !sending) void run(operation, () => operation.retry());
  };
  const preset = useMemo(
    () => ({ call: CONFIRM, body: JSON.stringify({ quoteId: quote?.quoteId ?? "" }) }),
    [quote?.quoteId],
  );
  const short = quote && missing(quote);
  const refresh = () => {
    setNotice(undefined);
    void ask(wish, true);
  };
  /** Returns the reason that blocks the confirmation, and the button's action instead; undefined for none. */
  const insteadOf = () => {
    if (sending) return { label: t("swap.sending") };
    if (asking) return { label: t("swap.asking") };
    if (!trading.open) return { label: t("swap.closed") };
    if (!quote || !live) return { label: t("swap.refresh"), act: refresh };
    return short ? { label: t("swap.notEnough") } : undefined;
  };
  const message = notice ?? (failure && { tone: "danger" as const, text: describeFailure(failure) });
  return (
    <section className="sw-card" aria-labelledby="sw-review-title">
      <h2 id="sw-review-title" ref={head} tabIndex={-1}>
        {t("swap.reviewTitle")}
      </h2>
      {quote && (
        <>
          <div className="sw-cheque">
            <p>
              <span>{t("swap.youSell")}</span>
              <strong>
                {money(request, quote.sellAmount, quote.sellCurrency, lang)} <small>{quote.sellCurrency}</small>
              </strong>
              <InWords amount={quote.sellAmount} currency={quote.sellCurrency} />
            </p>
            <p>
              <span>{t("swap.youGet")}</span>
              <strong>
                {money(request, quote.buyAmount, quote.buyCurrency, lang)} <small>{quote.buyCurrency}</small>
              </strong>
              <InWords amount={quote.buyAmount} currency={quote.buyCurrency} />
            </p>
          </div>
          <Figures quote={quote} before={before} request={request} lang={lang} />
          <p className="sw-quiet">{t("swap.settles", { date: quote.settleDate })}</p>
          <Validity quoting={quoting} />
        </>
      )}
      {message && (
        <p className="sw-notice" data-tone={message.tone} role="alert">
          {message.text}
        </p>
      )}
      {short && quote && (
        <p className="sw-notice" data-tone="danger">
          {t("swap.short", { amount: money(request, short, quote.sellCurrency, lang), currency: quote.sellCurrency })}
        </p>
      )}
      {outcomeUnknown ? (
        <footer className="sw-footer">
          <span className="sw-quiet">{t("swap.unknownHint")}</span>
          <button type="button" className="btn" data-main aria-disabled={sending || undefined} onClick={retry}>
            {sending ? t("swap.sending") : t("swap.askAgain")}
          </button>
        </footer>
      ) : (
        password && (
          <CallForm
            call={password}
            preset={preset}
            submitLabel={t("swap.confirm")}
            instead={insteadOf()}
            onCancel={sending ? undefined : onBack}
            onDone={(map, sent) => confirm(quoteIn(sent), String(map.proof))}
          />
        )
      )}
    </section>
  );
}

/** Returns the quote that the password was checked for. */
const quoteIn = (sent: Row): string => (JSON.parse(String(sent.body)) as { quoteId: string }).quoteId;

/** An amount in words, for currencies that are spelled. */
function InWords({ amount, currency }: { amount: string; currency: string }) {
  const words = useSpelled(amount, currency);
  if (words === undefined) return null;
  return (
    <span className="sw-quiet" lang="zh-CN">
      {words}
    </span>
  );
}
