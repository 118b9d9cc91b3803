/** What the good rows break together though none does alone: more than the balance has, more than is left of a limit. */
import { kindContext } from "../entity/values.ts";
import { inCurrency } from "../entity/facts-loading.ts";
import type { BatchTotals } from "./totals.ts";
import type { ImportModel } from "./use-import.tsx";

export function Together({ model, totals }: { model: ImportModel; totals: BatchTotals }) {
  const { entity, ports } = model;
  const { word, lang } = ports;
  if (!breaks(totals)) return null;
  return (
    <div className="pi-wrong" role="alert">
      {totals.wallets.some(({ short }) => short) && <p>{word("import.short")}</p>}
      {totals.over.map(({ rule, field, currency, total, left }) => {
        const context = kindContext(entity, field, lang, currency === undefined ? {} : inCurrency(entity, currency));
        // A limit of one currency among several says which.
        const unit = field.currency && "field" in field.currency && currency !== undefined ? ` ${currency}` : "";
        const [sum, limit] = [total, left].map((value) => `${field.kind.text(value as never, context)}${unit}`);
        return (
          <p key={`${rule}${unit}`}>
            {word("import.over", {
              total: sum!,
              message: entity.text(`rule.${rule}`, lang, {
                label: entity.text(`field.${field.name}.label`, lang),
                limit: limit!,
              }),
            })}
          </p>
        );
      })}
    </div>
  );
}

/** Whether the batch would not be taken as it is. */
export const breaks = (totals: BatchTotals): boolean =>
  totals.over.length > 0 || totals.wallets.some(({ short }) => short);
