/** Sums a grid's amounts by currency for its footer. */
import { Decimal } from "../../base/decimal.ts";
import { findCurrency, buildKindContext } from "../../entity/values.ts";
import type { Entity, Field, Lang, Row } from "../../model/entity.ts";

/** Sum of a column in a single currency, formatted by its kind. */
export interface Total {
  currency: string;
  text: string;
}

/**
 * Returns the exact sums of an amount over the rows, by currency in order of appearance. Values that are not amounts or
 * whose currency is unknown are ignored.
 */
export function sumTotals(field: Field, rows: readonly Row[], record: Row): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const row of rows) {
    const value = Decimal.parse(row[field.name]);
    const currency = value && findCurrency(field, { ...record, ...row });
    if (currency) sums.set(currency, sums.get(currency)?.add(value) ?? value);
  }
  return sums;
}

/** Formats the sums of an amount, each in its currency. */
export function formatTotals(entity: Entity, field: Field, sums: ReadonlyMap<string, Decimal>, lang: Lang): Total[] {
  return [...sums].map(([currency, sum]) => {
    const beside = field.currency && "field" in field.currency ? { [field.currency.field]: currency } : {};
    return { currency, text: field.kind.text(sum.toString(), buildKindContext(entity, field, lang, beside)) };
  });
}
