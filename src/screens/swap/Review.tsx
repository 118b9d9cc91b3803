/** The second step, read like a cheque: what goes, what comes, at which price and until when; the payment password stands beside it, so that typing it costs no quote. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { describeEndpoint, endpointOf } from "../../client/endpoints.ts";
import { t } from "../../client/i18n.ts";
import { passwordAlone } from "../../client/password-alone.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { CallFailure, Entity, Lang, Ports, Row } from "../../engine/index.ts";
import { CallForm, type CallFormProps, useIsMounted, useLoaded, usePorts, useSpelled } from "../../engine/ui.tsx";
import { money } from "./amount.ts";
import { Figures } from "./Figures.tsx";
import { answers, missing, type Wish } from "./quote.ts";
import { type Outcome, sendSure } from "./sure.ts";
import type { Quoting } from "./use-quote.tsx";
import type { Trading } from "./use-trading.tsx";
import { Validity } from "./Validity.tsx";

const CONFIRM = describeEndpoint(endpointOf("swapSure"));
/** A quote that is younger than this when the review opens is taken over; an older one is renewed, so that there is time to read. */
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
  const here = useIsMounted();
  const { quote, before, live, asking, ask, failure, seconds } = quoting;
  const password = useLoaded(() => form("checkPassword").then(passwordAlone), "checkPassword");
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState<{ tone: "warning" | "danger"; text: string }>();
  const [uncertain, setUncertain] = useState<{ quoteId: string; proof?: string }>();
  const head = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    head.current?.focus();
    // A question for another amount that is still on its way must not answer this one.
    if (!quote || asking || !answers(quote, wish) || !live || seconds < FRESH_SECONDS)
      void ask(wish, quote !== undefined);
  }, [ask, asking, live, quote, seconds, wish]);

  const settle = useCallback(
    async (quoteId: string, proof?: string) => {
      setSending(true);
      setNotice(undefined);
      const answered = ports.unfinished?.({}, "sent");
      const outcome = await sendSure(ports, quoteId, proof);
      answered?.();
      if (!here()) return tellLate(ports, outcome);
      setSending(false);
      if (outcome.end !== "unknown" && outcome.end !== "offline") setUncertain(undefined);
      if (outcome.end === "done") return onDone(outcome.record);
      if (outcome.end === "unknown") {
        setUncertain({ quoteId, proof });
        return setNotice({ tone: "warning", text: t("swap.unknown") });
      }
      if (outcome.end === "offline") return setNotice({ tone: "warning", text: t("swap.offline") });
      setNotice({ tone: outcome.end === "over" ? "warning" : "danger", text: saidBy(outcome.failure) });
      if (outcome.end === "over") await ask(wish, true);
    },
    [ports, here, onDone, ask, wish],
  );
  const preset = useMemo(
    () => ({ call: CONFIRM, body: JSON.stringify({ quoteId: quote?.quoteId ?? "" }) }),
    [quote?.quoteId],
  );
  const short = quote && missing(quote);
  const refresh = () => {
    setNotice(undefined);
    void ask(wish, true);
  };
  /** Why the exchange cannot be confirmed now, and what the button does in its place. */
  const insteadOf = () => {
    if (sending) return { label: t("swap.sending") };
    if (asking) return { label: t("swap.asking") };
    if (!trading.open) return { label: t("swap.closed") };
    if (!quote || !live) return { label: t("swap.refresh"), act: refresh };
    return short ? { label: t("swap.notEnough") } : undefined;
  };
  const told = notice ?? (failure && { tone: "danger" as const, text: saidBy(failure) });
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
      {told && (
        <p className="sw-notice" data-tone={told.tone} role="alert">
          {told.text}
        </p>
      )}
      {short && quote && (
        <p className="sw-notice" data-tone="danger">
          {t("swap.short", { amount: money(request, short, quote.sellCurrency, lang), currency: quote.sellCurrency })}
        </p>
      )}
      {uncertain ? (
        <footer className="sw-footer">
          <span className="sw-quiet">{t("swap.unknownHint")}</span>
          <button
            type="button"
            className="btn"
            data-main
            aria-disabled={sending || undefined}
            onClick={() => !sending && void settle(uncertain.quoteId, uncertain.proof)}
          >
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
            onDone={(map, sent) => settle(quoteIn(sent), String(map.proof))}
          />
        )
      )}
    </section>
  );
}

/** Nobody is at the review any more: what became of it is said where the person is. */
function tellLate(ports: Ports, outcome: Outcome): void {
  if (outcome.end === "done") ports.notify("success", t("swap.done"), outcome.record.orderNo);
  else
    ports.notify(
      "warning",
      outcome.end === "unknown"
        ? t("swap.unknown")
        : outcome.end === "offline"
          ? t("swap.offline")
          : saidBy(outcome.failure),
    );
}

/** The quote that the password was given for. */
const quoteIn = (sent: Row): string => (JSON.parse(String(sent.body)) as { quoteId: string }).quoteId;

const saidBy = (failure: CallFailure): string =>
  failure.errors?.map(({ message }) => message).join(" ") || failure.message || t("swap.noAnswer");

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
