/** Limits that the batch exceeds although no single row does: balance and period limits. */
import { groupThousands } from "../base/amount-format.ts";
import { formatSum } from "../entity/values.ts";
import type { BatchTotals } from "./totals.ts";
import type { ImportModel } from "./use-import.tsx";

export function BatchLimits({ model, totals }: { model: ImportModel; totals: BatchTotals }) {
  const { entity, ports } = model;
  const { t, lang } = ports;
  if (!isOverLimits(totals)) return null;
  return (
    <div className="pi-wrong" role="alert">
      {totals.wallets
        .filter(({ short }) => short)
        .map(({ currency, after = "" }) => (
          <p key={currency}>
            {t("import.short", { short: `${groupThousands(after.replace(/^[-−]/, ""))}\u00a0${currency}` })}
          </p>
        ))}
      {totals.over.map(({ rule, field, currency = "", total, left }) => {
        // If the currency varies by record, the amounts include it.
        const unit = field.currency && "field" in field.currency && currency !== "" ? ` ${currency}` : "";
        const write = (value: string) => `${formatSum(entity, field, { currency, value }, lang)}${unit}`;
        return (
          <p key={`${rule}${unit}`}>
            {t("import.over", {
              total: write(total),
              message: entity.text(`rule.${rule}`, lang, {
                label: entity.label(field.name, lang),
                limit: write(left),
              }),
            })}
          </p>
        );
      })}
    </div>
  );
}

/** Returns whether the batch exceeds a limit or a wallet's balance. */
export const isOverLimits = (totals: BatchTotals): boolean =>
  totals.over.length > 0 || totals.wallets.some(({ short }) => short);
