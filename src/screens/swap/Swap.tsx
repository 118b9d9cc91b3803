/** Exchange screen: amounts and price, then the review with the payment password, then the record. */
import { useState } from "react";
import { t } from "@portolan/engine/app";
import type { EntityRow, Lang } from "@portolan/engine";
import { type CallFormProps, Heading, useLoaded } from "@portolan/engine/ui";
import { findPair, listChoices, type Offer } from "./choices.ts";
import { PendingConfirmation } from "./PendingConfirmation.tsx";
import { type Draft, startDraft } from "./draft.ts";
import { Exchange } from "./Exchange.tsx";
import { PayPasswordGate, usePayPasswordMissing } from "./Gate.tsx";
import type { QuoteRequest } from "./quote.ts";
import { Result } from "./Result.tsx";
import { Review } from "./Review.tsx";
import { useMoney } from "./use-money.tsx";
import { useQuote } from "./use-quote.tsx";
import { useTrading } from "./use-trading.tsx";
import "./swap.css";

/** Props that the screen receives from the shell. */
export interface SwapProps {
  lang: Lang;
  title: string;
  form(call: string): Promise<CallFormProps["call"]>;
}

/** Exchange screen that offers all currencies. */
export function Swap(props: SwapProps) {
  return <Steps {...props} mode="instant" />;
}
/** Exchange between the merchant's own accounts, which offers only the currencies it holds. */
export function SwapIntra(props: SwapProps) {
  return <Steps {...props} mode="intra" />;
}

function Steps({ lang, title, form, mode }: SwapProps & { mode: Offer }) {
  const quoting = useQuote();
  const steps = useSteps(quoting.clear);
  const { quoteRequest, record } = steps;
  const request = useLoaded(() => form("swapQuote"), "swapQuote")?.request;
  const held = useMoney(steps.turn);
  const trading = useTrading(quoting.failure);
  const noPassword = usePayPasswordMissing();
  if (!held || !request || !trading) return <div className="skeleton page-skeleton" aria-hidden />;
  const currencies = listChoices(held, mode, request, lang);
  const pair = findPair(currencies, location.search);
  if (!pair) return <Empty title={title} />;
  const draft: Draft = steps.draft ?? startDraft(pair, location.search);
  const shared = { quoting, request, lang, trading };
  return (
    <section className="sw-page" data-step={record ? "result" : quoteRequest ? "review" : "edit"}>
      <Heading>{title}</Heading>
      {!record && <PendingConfirmation busy={quoteRequest !== undefined || draft.text !== ""} onDone={steps.finish} />}
      {record ? (
        <Result record={record} again={steps.begin} label={t("swap.again")} />
      ) : quoteRequest ? (
        <Review {...shared} quoteRequest={quoteRequest} form={form} onBack={steps.edit} onDone={steps.finish} />
      ) : (
        <Exchange
          {...shared}
          draft={draft}
          onDraft={steps.setDraft}
          mode={mode}
          currencies={currencies}
          moneyOf={held}
          gate={noPassword && <PayPasswordGate />}
          onReview={(next) => steps.review(draft, next)}
        />
      )}
    </section>
  );
}

/**
 * Returns the current step (draft, review or record) and its transitions. `turn` changes whenever the balances may have
 * changed.
 */
function useSteps(clearQuote: () => void) {
  const [turn, setTurn] = useState(0);
  const [draft, setDraft] = useState<Draft>();
  const [quoteRequest, setQuoteRequest] = useState<QuoteRequest>();
  const [record, setRecord] = useState<EntityRow<"swap">>();
  return {
    turn,
    draft,
    quoteRequest,
    record,
    setDraft,
    edit: () => setQuoteRequest(undefined),
    review: (kept: Draft, next: QuoteRequest) => {
      setDraft(kept);
      setQuoteRequest(next);
    },
    finish: (done: EntityRow<"swap">) => {
      setRecord(done);
      setTurn(turn + 1);
    },
    /** Starts another exchange with the same currencies and an empty amount. */
    begin: () => {
      setRecord(undefined);
      setQuoteRequest(undefined);
      setDraft((old) => old && { ...old, text: "" });
      clearQuote();
      setTurn(turn + 1);
    },
  };
}

function Empty({ title }: { title: string }) {
  return (
    <section className="sw-page">
      <Heading>{title}</Heading>
      <p className="sw-notice">{t("swap.oneCurrency")}</p>
    </section>
  );
}
