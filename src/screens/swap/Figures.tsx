/**
 * Figures of a quote: the rate in both directions, the mid-market rate, the cost against it, a fee, the debited and
 * received amounts, and the change since the last quote.
 */
import { TrendingDown, TrendingUp } from "lucide-react";
import { t } from "@portolan/engine/app";
import { Decimal, type Entity, type Lang } from "@portolan/engine";
import { formatMoney } from "./amount.ts";
import { changeBetween, computeCost, type Quote } from "./quote.ts";

interface Props {
  quote: Quote;
  before?: Quote | undefined;
  request: Entity;
  lang: Lang;
}

export function Figures({ quote, before, request, lang }: Props) {
  const { sellCurrency, buyCurrency, rate, inverse, mid, fee, debit, buyAmount } = quote;
  const cost = computeCost(quote, request.minorUnits[buyCurrency] ?? 2);
  const amount = (value: string, currency: string) => (
    <span className="money">
      {formatMoney(request, value, currency, lang)}
      <span className="iso">{currency}</span>
    </span>
  );
  return (
    <dl className="sw-figures">
      <div>
        <dt>{t("swap.rate")}</dt>
        <dd>
          <strong className="sw-rate">
            1 {sellCurrency} = {rate} {buyCurrency}
          </strong>
          <span className="sw-quiet">
            1 {buyCurrency} = {inverse} {sellCurrency}
          </span>
          <Delta quote={quote} before={before} request={request} lang={lang} />
        </dd>
      </div>
      <div>
        <dt>{t("swap.mid")}</dt>
        <dd>{mid}</dd>
      </div>
      {cost && (
        <div>
          <dt>{t("swap.cost")}</dt>
          <dd>
            <span>
              {amount(cost.amount, buyCurrency)} <span className="sw-quiet">({cost.percent}%)</span>
            </span>
          </dd>
        </div>
      )}
      {!Decimal.of(fee).eq(0n) && (
        <div>
          <dt>{t("swap.fee")}</dt>
          <dd>{amount(fee, sellCurrency)}</dd>
        </div>
      )}
      <div>
        <dt>{t("swap.debit")}</dt>
        <dd>{amount(debit, sellCurrency)}</dd>
      </div>
      <div>
        <dt>{t("swap.arrives")}</dt>
        <dd>{amount(buyAmount, buyCurrency)}</dd>
      </div>
    </dl>
  );
}

/** Shows the change since the last quote with an icon, a sign and text, never by colour alone. */
function Delta({ quote, before, request, lang }: Props) {
  const change = changeBetween(before, quote);
  if (!before || !change) return null;
  const Icon = change.better ? TrendingUp : TrendingDown;
  const digits = change.amount.slice(1);
  const amount = `${change.amount[0]}${formatMoney(request, digits, change.currency, lang)} ${change.currency}`;
  return (
    <span className="sw-delta" data-tone={change.better ? "success" : "warning"} role="status">
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      {t(change.better ? "swap.better" : "swap.worse", {
        was: before.rate,
        now: quote.rate,
        percent: change.percent,
      })}{" "}
      {t(quote.fixed === "sell" ? "swap.deltaBuy" : "swap.deltaSell", { amount })}
    </span>
  );
}
