/** First step: both amounts, the price and its validity. The amount entered last is the fixed one. */
import { ArrowDownUp } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@portolan/engine/app";
import { formatMoney, type Side } from "./amount.ts";
import { AmountBox } from "./AmountBox.tsx";
import { Chart } from "./Chart.tsx";
import type { Choices } from "./choices.ts";
import { chooseCurrency, type Draft, turnDraft } from "./draft.ts";
import { Figures } from "./Figures.tsx";
import { Hours } from "./Hours.tsx";
import type { QuoteRequest } from "./quote.ts";
import { type ExchangeState, useExchange } from "./use-exchange.tsx";
import { Validity } from "./Validity.tsx";

interface Props extends Omit<ExchangeState, "isGated"> {
  onDraft(draft: Draft): void;
  currencies: Choices;
  /** Reason why an exchange is not possible, with a link to resolve it. */
  gate?: ReactNode | undefined;
  onReview(request: QuoteRequest): void;
}

export function Exchange(props: Props) {
  const { draft, onDraft, currencies, request, lang, quoting, trading, gate, onReview } = props;
  const exchange = useExchange({ ...props, isGated: Boolean(gate) });
  const { quoteRequest, quote, errors, blocked } = exchange;
  const isExpired = quote !== undefined && !quoting.live && !quoting.isLoading;
  const next = () => {
    if (isExpired && quoteRequest) void quoting.request(quoteRequest, true);
    else if (blocked === undefined && quoteRequest) onReview(quoteRequest);
  };
  const box = (side: Side, below: ReactNode) => (
    <AmountBox
      side={side}
      text={exchange.amountOf(side).plain}
      grouped={exchange.amountOf(side).grouped}
      currency={draft[side]}
      currencies={currencies[side]}
      error={errors[side]}
      waiting={exchange.waits(side)}
      below={below}
      onText={(text) => onDraft({ ...draft, fixed: side, text })}
      onCurrency={(code) => onDraft(chooseCurrency(draft, side, code))}
      onEnter={next}
    />
  );
  const { failure } = quoting;
  return (
    <div className="sw-columns">
      <section className="sw-card">
        <Hours trading={trading} lang={lang} />
        {gate}
        {box(
          "sell",
          <>
            {t("swap.available")} {formatMoney(request, exchange.available, draft.sell, lang)} {draft.sell}
            <button
              type="button"
              className="sw-link"
              onClick={() => onDraft({ ...draft, fixed: "sell", text: exchange.spendable() })}
            >
              {t("swap.all")}
            </button>
          </>,
        )}
        <TurnButton onClick={() => onDraft(turnDraft(draft))} />
        {box("buy", draft.fixed === "buy" ? t("swap.fixedBuy") : t("swap.fixedSell"))}
        {failure && !failure.errors?.length && (
          <p className="sw-notice" role="alert">
            {failure.message || t("swap.noAnswer")}
          </p>
        )}
        {quote && <Figures quote={quote} before={quoting.before} request={request} lang={lang} />}
        <ExchangeFooter exchange={exchange} isExpired={isExpired} quoting={quoting} onNext={next} />
      </section>
      <Chart sell={draft.sell} buy={draft.buy} lang={lang} quoted={quote?.rate} />
    </div>
  );
}

interface FooterProps extends Pick<Props, "quoting"> {
  exchange: ReturnType<typeof useExchange>;
  isExpired: boolean;
  onNext(): void;
}
/**
 * Validity of the quote or the reason that blocks the review, and the button that opens the review or requests a new
 * quote.
 */
function ExchangeFooter({ exchange: { quote, blocked }, isExpired, quoting, onNext }: FooterProps) {
  return (
    <footer className="sw-footer">
      {quote ? <Validity quoting={quoting} /> : <span className="sw-quiet">{blocked}</span>}
      <button
        type="button"
        className="btn"
        data-main
        aria-disabled={(blocked !== undefined && !isExpired) || undefined}
        title={blocked}
        onClick={onNext}
      >
        {isExpired ? t("swap.refresh") : t("swap.review")}
      </button>
    </footer>
  );
}

/** Button that swaps the two currencies. */
function TurnButton({ onClick }: { onClick(): void }) {
  return (
    <div className="sw-turn">
      <button
        type="button"
        className="btn"
        data-small
        aria-label={t("swap.turn")}
        title={t("swap.turn")}
        onClick={onClick}
      >
        <ArrowDownUp size={18} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}
