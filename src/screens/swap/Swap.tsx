/** The exchange: amounts and price, then the review with the payment password, then the record. */
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { Lang } from "../../engine/index.ts";
import { type CallFormProps, useLoaded } from "../../engine/ui.tsx";
import { PendingConfirmation } from "./PendingConfirmation.tsx";
import { type Draft, Exchange } from "./Exchange.tsx";
import { PayPasswordGate, usePayPasswordMissing } from "./Gate.tsx";
import type { Wish } from "./quote.ts";
import { Result } from "./Result.tsx";
import { Review } from "./Review.tsx";
import { type Money, useMoney } from "./use-money.tsx";
import { useQuote } from "./use-quote.tsx";
import { useTrading } from "./use-trading.tsx";
import "./swap.css";

/** What a screen gets from the shell. */
export interface SwapProps {
  lang: Lang;
  title: string;
  form(call: string): Promise<CallFormProps["call"]>;
}

/** The exchange with every offered currency. */
export function Swap(props: SwapProps) {
  return <Steps {...props} mode="instant" />;
}
/** The exchange between the merchant's own accounts: both currencies are ones that it holds. */
export function SwapIntra(props: SwapProps) {
  return <Steps {...props} mode="intra" />;
}

function Steps({ lang, title, form, mode }: SwapProps & { mode: "instant" | "intra" }) {
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
  const currencies = choices(held, mode);
  if (mode === "intra" && currencies.sell.length < 2) return <Empty title={title} />;
  const open = draft ?? startOf(held, currencies);
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

/** What may be sold: what is held first. What may be bought: everything, or only what is held. */
function choices(
  { held, currencies }: Money,
  mode: "instant" | "intra",
): { sell: Money["currencies"]; buy: Money["currencies"] } {
  const own = currencies.filter(({ code }) => held.has(code));
  if (mode === "intra") return { sell: own, buy: own };
  const sorted = [...own, ...currencies.filter(({ code }) => !held.has(code))];
  return { sell: sorted, buy: sorted };
}

/** The pair of the address (`?sell=USD&buy=CNY`), else foreign money into yuan. */
function startOf({ held }: Money, { sell, buy }: ReturnType<typeof choices>): Draft {
  const params = new URLSearchParams(location.search);
  const known = (list: Money["currencies"], code: string | null) => list.find((one) => one.code === code)?.code;
  const sells = known(sell, params.get("sell")) ?? (held.has("USD") ? "USD" : sell[0]!.code);
  const buys =
    known(buy, params.get("buy")) ??
    ["CNY", "USD", ...buy.map(({ code }) => code)].find((code) => code !== sells && known(buy, code))!;
  return {
    sell: sells,
    buy: buys === sells ? sell.find(({ code }) => code !== sells)!.code : buys,
    fixed: "sell",
    text: "",
  };
}

function Empty({ title }: { title: string }) {
  return (
    <section className="sw-page">
      <h1>{title}</h1>
      <p className="sw-notice">{t("swap.oneCurrency")}</p>
    </section>
  );
}
