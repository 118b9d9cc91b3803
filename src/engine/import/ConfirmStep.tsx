/** Confirmation of a batch: number of rows, sums by currency, debit and remaining balance. */
import { useEffect } from "react";
import { formatSum } from "../entity/values.ts";
import { BatchLimits, isOverLimits } from "./BatchLimits.tsx";
import type { BatchTotals } from "./totals.ts";
import { joinRecords } from "./records.ts";
import { useBatchTotals } from "./use-batch-totals.tsx";
import type { ImportModel } from "./use-import.tsx";

export function ConfirmStep({ model }: { model: ImportModel }) {
  const { ports, entity, rows, opened, run, batch, refresh, factsFor } = model;
  const { t } = ports;
  // Refetch the facts, because the wallet balance may have changed since the file was opened.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => refresh(), []);
  const { good, totals } = useBatchTotals(model);
  const records = joinRecords(entity, good, factsFor);
  const out = rows.all.length - good.length;
  const send = () => {
    if (opened) void batch.send({ fileHash: opened.file.hash, run, name: opened.name }, records);
  };
  return (
    <div className="pi-card pi-narrow">
      <h2>{t("form.review")}</h2>
      <Totals model={model} totals={totals} count={records.length} />
      {out > 0 && <p className="pi-left">{t("import.badLeft", { count: out })}</p>}
      <BatchLimits model={model} totals={totals} />
      {batch.failure && (
        <p className="pi-wrong" role="alert">
          {batch.failure}
        </p>
      )}
      <div className="pi-buttons">
        <button type="button" className="btn" disabled={batch.sending} onClick={() => model.go("rows")}>
          {t("form.change")}
        </button>
        <button
          type="button"
          className="btn"
          data-main
          disabled={isOverLimits(totals) || batch.sending || records.length === 0}
          onClick={send}
        >
          {batch.sending ? t("form.sending") : t("import.send", { count: records.length })}
        </button>
      </div>
    </div>
  );
}

function Totals({ model, totals, count }: { model: ImportModel; totals: BatchTotals; count: number }) {
  const { entity, ports } = model;
  const { t, lang } = ports;
  const money = (currency: string, amount: string) => <Money model={model} currency={currency} amount={amount} />;
  return (
    <dl className="pi-totals">
      <div>
        <dt>{t("import.rows")}</dt>
        <dd>{count}</dd>
      </div>
      {totals.sums.flatMap(({ field, byCurrency }) =>
        byCurrency.map(([currency, amount]) => (
          <div key={`${field.name} ${currency}`}>
            <dt>{entity.label(field.name, lang)}</dt>
            <dd>{money(currency, amount)}</dd>
          </div>
        )),
      )}
      {totals.wallets.flatMap(({ currency, debit, available, after }) => [
        <div key={`debit ${currency}`} data-strong>
          <dt>{t("import.debit")}</dt>
          <dd>{money(currency, debit)}</dd>
        </div>,
        ...(available === undefined || after === undefined
          ? []
          : [
              <div key={`have ${currency}`}>
                <dt>{t("import.available")}</dt>
                <dd>{money(currency, available)}</dd>
              </div>,
              <div key={`after ${currency}`}>
                <dt>{t("import.after")}</dt>
                <dd>{money(currency, after)}</dd>
              </div>,
            ]),
      ])}
    </dl>
  );
}

/** Formats an amount of this currency like the entity's first amount field. */
function Money({ model, currency, amount }: { model: ImportModel; currency: string; amount: string }) {
  const { entity, ports } = model;
  const field = entity.fields.find((field) => field.currency);
  return (
    <span className="money" data-sign={amount.startsWith("-") ? "-" : undefined}>
      {field ? formatSum(entity, field, { currency, value: amount }, ports.lang) : amount}
      <span className="iso">{currency}</span>
    </span>
  );
}
