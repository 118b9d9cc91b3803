/** First step: both amounts, the price and its validity. The amount that was typed last is the fixed one. */
import { ArrowDownUp } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { failureWord, t } from "../../client/i18n.ts";
import { Decimal, type Entity, type Lang } from "../../engine/index.ts";
import { money, readAmount, showAmount, type Side } from "./amount.ts";
import { AmountBox } from "./AmountBox.tsx";
import { Chart } from "./Chart.tsx";
import type { Choices, Money } from "./choices.ts";
import { Figures } from "./Figures.tsx";
import { Hours, openingText } from "./Hours.tsx";
import { answers, missing, type Mode, type Wish } from "./quote.ts";
import { useTerms } from "./use-money.tsx";
import type { Quoting } from "./use-quote.tsx";
import type { Trading } from "./use-trading.tsx";
import { Validity } from "./Validity.tsx";

/** Debounce of quote requests, in ms. */
const PAUSE_MS = 350;

/** Form values, kept while the review is open. */
export interface Draft {
  sell: string;
  buy: string;
  fixed: Side;
  /** Typed text of the fixed side. */
  text: string;
}
interface Props {
  draft: Draft;
  onDraft(draft: Draft): void;
  mode: Mode;
  currencies: Choices;
  moneyOf: Money;
  request: Entity;
  lang: Lang;
  quoting: Quoting;
  trading: Trading;
  /** Reason why no exchange is possible, with a link to resolve it. */
  gate?: ReactNode | undefined;
  onReview(wish: Wish): void;
}

export function Exchange({
  draft,
  onDraft,
  mode,
  currencies,
  moneyOf,
  request,
  lang,
  quoting,
  trading,
  gate,
  onReview,
}: Props) {
  const { sell, buy, fixed, text } = draft;
  const { quote, failure, ask, clear, asking, live } = quoting;
  const terms = useTerms(sell);
  const record = { sellCurrency: sell, buyCurrency: buy };
  const { value, error: unread } = readAmount(request, fixed, text, record, lang);
  const wish: Wish | undefined =
    value === undefined ? undefined : { ...record, mode, [fixed === "sell" ? "sellAmount" : "buyAmount"]: value };
  const asked = wish && JSON.stringify(wish);
  const latest = useRef(wish);
  latest.current = wish;
  useEffect(() => {
    if (!asked || !trading.open) {
      clear();
      return;
    }
    const timer = setTimeout(() => latest.current && void ask(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, trading.open, ask, clear]);

  const own = quote && answers(quote, wish) ? quote : undefined;
  const other: Side = fixed === "sell" ? "buy" : "sell";
  const plain = (side: Side): string =>
    side === fixed ? text : own ? (side === "sell" ? own.sellAmount : own.buyAmount) : "";
  const grouped = (side: Side): string => {
    const read = side === fixed ? value : plain(side) || undefined;
    return read === undefined ? plain(side) : showAmount(request, side, read, record, lang);
  };
  const refused = (side: Side) =>
    failure?.errors?.find(
      ({ at }) =>
        at === `/${side}Amount` ||
        (side === "sell" && at === "/sellCurrency") ||
        (side === "buy" && at === "/buyCurrency"),
    )?.message;
  const available = moneyOf.held.get(sell) ?? "0";
  const short = own && missing({ ...own, available });
  const noRate = terms && terms["exchangeRate"] === undefined ? failureWord("rateNotSet") : undefined;
  const swapSides = () => onDraft({ sell: buy, buy: sell, fixed: other, text });
  const choose = (side: Side, code: string) => {
    if (code === draft[side === "sell" ? "buy" : "sell"]) swapSides();
    else onDraft({ ...draft, [side]: code });
  };
  const all = () => {
    const rest = Decimal.of(available).sub(Decimal.of(String(terms?.["singleFee"] ?? "0")));
    onDraft({ ...draft, fixed: "sell", text: rest.cmp(0n) > 0 ? rest.toString() : "0" });
  };
  const errors: Record<Side, string | undefined> = {
    sell:
      (fixed === "sell" ? unread : undefined) ??
      refused("sell") ??
      noRate ??
      (short && t("swap.short", { amount: money(request, short, sell, lang), currency: sell })),
    buy: (fixed === "buy" ? unread : undefined) ?? refused("buy"),
  };
  const blocked = gate
    ? t("swap.blockedGate")
    : !trading.open
      ? t("swap.blockedClosed", { time: openingText(trading.opensAt, lang) })
      : errors.sell || errors.buy
        ? t("swap.blockedError")
        : !own
          ? text.trim() === ""
            ? t("swap.blockedEmpty")
            : t("swap.asking")
          : undefined;
  const expired = own !== undefined && !live && !asking;
  const next = () => {
    if (expired && wish) void ask(wish, true);
    else if (!blocked && wish) onReview(wish);
  };
  const side = (which: Side, below: ReactNode) => (
    <AmountBox
      side={which}
      text={plain(which)}
      grouped={grouped(which)}
      currency={draft[which]}
      currencies={currencies[which]}
      error={errors[which]}
      waiting={asking && which === other}
      below={below}
      onText={(typed) => onDraft({ ...draft, fixed: which, text: typed })}
      onCurrency={(code) => choose(which, code)}
      onEnter={next}
    />
  );
  const loose = failure && !failure.errors?.length ? failure.message || t("swap.noAnswer") : undefined;
  return (
    <div className="sw-columns">
      <section className="sw-card">
        <Hours trading={trading} lang={lang} />
        {gate}
        {side(
          "sell",
          <>
            {t("swap.available")} {money(request, available, sell, lang)} {sell}
            <button type="button" className="sw-link" onClick={all}>
              {t("swap.all")}
            </button>
          </>,
        )}
        <div className="sw-turn">
          <button
            type="button"
            className="btn"
            data-small
            aria-label={t("swap.turn")}
            title={t("swap.turn")}
            onClick={swapSides}
          >
            <ArrowDownUp size={18} strokeWidth={1.5} aria-hidden />
          </button>
        </div>
        {side("buy", fixed === "buy" ? t("swap.fixedBuy") : t("swap.fixedSell"))}
        {loose && (
          <p className="sw-notice" role="alert">
            {loose}
          </p>
        )}
        {own && <Figures quote={own} before={quoting.before} request={request} lang={lang} />}
        <footer className="sw-footer">
          {own ? <Validity quoting={quoting} /> : <span className="sw-quiet">{blocked}</span>}
          <button
            type="button"
            className="btn"
            data-main
            aria-disabled={(blocked !== undefined && !expired) || undefined}
            title={blocked}
            onClick={next}
          >
            {expired ? t("swap.refresh") : t("swap.review")}
          </button>
        </footer>
      </section>
      <Chart sell={sell} buy={buy} />
    </div>
  );
}
