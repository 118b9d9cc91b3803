/** What the batch comes to, before the payment password: rows, sums by currency, what leaves the wallet and what stays in it. */
import { useEffect, useMemo } from "react";
import { kindContext } from "../entity/values.ts";
import { exceedsLimits, BatchLimits } from "./BatchLimits.tsx";
import { batchTotals } from "./totals.ts";
import { isGood, type ImportModel } from "./use-import.tsx";

export function ConfirmStep({ model }: { model: ImportModel }) {
  const { ports, entity, rows, factsFor, opened, run, batch, refresh } = model;
  const { word, lang } = ports;
  // The wallet may have moved since the file was opened.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => refresh(), []);
  const good = useMemo(() => rows.all.filter((row) => isGood(row) && !rows.left.has(row.line)), [rows.all, rows.left]);
  const totals = useMemo(
    () =>
      batchTotals(
        entity,
        good.map((row) => row.value),
        factsFor,
      ),
    [entity, good, factsFor],
  );
  const money = (currency: string, amount: string) => {
    const field = entity.fields.find((one) => one.currency)!;
    const record = field.currency && "field" in field.currency ? { [field.currency.field]: currency } : {};
    return (
      <span className="money" data-sign={amount.startsWith("-") ? "-" : undefined}>
        {field.kind.text(amount as never, kindContext(entity, field, lang, record))}
        <span className="iso">{currency}</span>
      </span>
    );
  };
  const broken = exceedsLimits(totals);
  const out = rows.all.length - good.length;
  return (
    <div className="pi-card pi-narrow">
      <h2>{word("form.review")}</h2>
      <dl className="pi-totals">
        <div>
          <dt>{word("import.rows")}</dt>
          <dd>{good.length}</dd>
        </div>
        {totals.sums.flatMap(({ field, byCurrency }) =>
          byCurrency.map(([currency, amount]) => (
            <div key={`${field.name} ${currency}`}>
              <dt>{entity.text(`field.${field.name}.label`, lang)}</dt>
              <dd>{money(currency, amount)}</dd>
            </div>
          )),
        )}
        {totals.wallets.flatMap(({ currency, debit, available, after }) => [
          <div key={`debit ${currency}`} data-strong>
            <dt>{word("import.debit")}</dt>
            <dd>{money(currency, debit)}</dd>
          </div>,
          ...(available === undefined || after === undefined
            ? []
            : [
                <div key={`have ${currency}`}>
                  <dt>{word("import.available")}</dt>
                  <dd>{money(currency, available)}</dd>
                </div>,
                <div key={`after ${currency}`}>
                  <dt>{word("import.after")}</dt>
                  <dd>{money(currency, after)}</dd>
                </div>,
              ]),
        ])}
      </dl>
      {out > 0 && <p className="pi-left">{word("import.badLeft", { count: out })}</p>}
      <BatchLimits model={model} totals={totals} />
      {batch.failure && (
        <p className="pi-wrong" role="alert">
          {batch.failure}
        </p>
      )}
      <div className="pi-buttons">
        <button type="button" className="btn" disabled={batch.sending} onClick={() => model.go("rows")}>
          {word("form.change")}
        </button>
        <button
          type="button"
          className="btn"
          data-main
          disabled={broken || batch.sending || good.length === 0}
          onClick={() => void batch.send({ fileHash: opened!.file.hash, run, name: opened!.name }, good)}
        >
          {batch.sending ? word("form.sending") : word("import.send", { count: good.length })}
        </button>
      </div>
    </div>
  );
}
