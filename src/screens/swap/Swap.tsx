/** The exchange: amounts and price, then the review with the payment password, then the record. */
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { Lang } from "../../engine/index.ts";
import { type CallFormProps, useLoaded } from "../../engine/ui.tsx";
import { findPair, listChoices, type Offer } from "./choices.ts";
import { PendingConfirmation } from "./PendingConfirmation.tsx";
import { type Draft, Exchange } from "./Exchange.tsx";
import { PayPasswordGate, usePayPasswordMissing } from "./Gate.tsx";
import type { Wish } from "./quote.ts";
import { Result } from "./Result.tsx";
import { Review } from "./Review.tsx";
import { useMoney } from "./use-money.tsx";
import { useQuote } from "./use-quote.tsx";
import { useTrading } from "./use-trading.tsx";
import "./swap.css";

/** Props that the shell passes to the screen. */
export interface SwapProps {
  lang: Lang;
  title: string;
  form(call: string): Promise<CallFormProps["call"]>;
}

/** The exchange with every offered currency. */
export function Swap(props: SwapProps) {
  return <Steps {...props} mode="instant" />;
}
/** The exchange between the merchant's own accounts: offers only currencies that it holds. */
export function SwapIntra(props: SwapProps) {
  return <Steps {...props} mode="intra" />;
}

function Steps({ lang, title, form, mode }: SwapProps & { mode: Offer }) {
  const [turn, setTurn] = useState(0);
  const request = useLoaded(() => form("swapQuote"), "swapQuote")?.request;
  const held = useMoney(turn);
  const quoting = useQuote();
  const trading = useTrading(quoting.failure);
  const noPassword = usePayPasswordMissing();
  const [draft, setDraft] = useState<Draft>();
  const [wish, setWish] = useState<Wish>();
  const [record, setRecord] = useState<EntityRow<"swap">>();
  const begin = () => {
    setRecord(undefined);
    setWish(undefined);
    setDraft((old) => old && { ...old, text: "" });
    quoting.clear();
    setTurn(turn + 1);
  };
  if (!held || !request || !trading) return <div className="skeleton page-skeleton" aria-hidden />;
  const currencies = listChoices(held, mode, request, lang);
  const pair = findPair(currencies, location.search);
  if (!pair) return <Empty title={title} />;
  const open: Draft = draft ?? { ...pair, fixed: "sell", text: "" };
  const made = (done: EntityRow<"swap">) => {
    setRecord(done);
    setTurn(turn + 1);
  };
  return (
    <section className="sw-page" data-step={record ? "result" : wish ? "review" : "edit"}>
      <h1>{title}</h1>
      {!record && <PendingConfirmation busy={wish !== undefined || open.text !== ""} onDone={made} />}
      {record ? (
        <Result record={record} again={begin} label={t("swap.again")} />
      ) : wish ? (
        <Review
          wish={wish}
          quoting={quoting}
          request={request}
          lang={lang}
          trading={trading}
          form={form}
          onBack={() => setWish(undefined)}
          onDone={made}
        />
      ) : (
        <Exchange
          draft={open}
          onDraft={setDraft}
          mode={mode}
          currencies={currencies}
          moneyOf={held}
          request={request}
          lang={lang}
          quoting={quoting}
          trading={trading}
          gate={noPassword && <PayPasswordGate />}
          onReview={(next) => {
            setDraft(open);
            setWish(next);
          }}
        />
      )}
    </section>
  );
}

function Empty({ title }: { title: string }) {
  return (
    <section className="sw-page">
      <h1>{title}</h1>
      <p className="sw-notice">{t("swap.oneCurrency")}</p>
    </section>
  );
}
