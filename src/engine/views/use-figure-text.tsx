/** Formats a report's amounts like a cell, hidden while amount privacy is on. */
import { useMemo } from "react";
import { HIDDEN_AMOUNT, useAmountsHidden } from "../cells/amount-privacy.tsx";
import type { Decimal } from "../base/decimal.ts";
import { buildKindContext } from "../entity/values.ts";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ReportPlan } from "../view-types/report.ts";
import { buildCurrencyPreset } from "./currency-field.ts";

/** Returns a function that formats an amount in a currency. */
export function useFigureText(entity: Entity, { measures }: ReportPlan): (amount: Decimal, code: string) => string {
  const { lang } = usePorts();
  const hidden = useAmountsHidden();
  const [first] = measures;
  return useMemo(() => {
    const field = first && entity.field(first.sum);
    return (amount, code) => {
      if (hidden || !field) return HIDDEN_AMOUNT;
      return field.kind.text(
        amount.toString(),
        buildKindContext(entity, field, lang, buildCurrencyPreset(field, code)),
      );
    };
  }, [entity, first, lang, hidden]);
}
