/** Sums of a grid's amounts by currency, as its foot shows them. */
import { Decimal } from "../../base/decimal.ts";
import { findCurrency, buildKindContext } from "../../entity/values.ts";
import type { Entity, Field, Lang, Row } from "../../model/entity.ts";

/** The sum of a column in one currency, as its kind writes it. */
export interface Total {
  currency: string;
  text: string;
}

/**
 * Returns the sums of an amount over the rows, exact, one for each currency in the order of the rows. A value that is no
 * amount, or whose currency is not known, counts for nothing.
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

/** Returns the totals of an amount as texts. */
export function formatTotals(entity: Entity, field: Field, sums: ReadonlyMap<string, Decimal>, lang: Lang): Total[] {
  return [...sums].map(([currency, sum]) => {
    const beside = field.currency && "field" in field.currency ? { [field.currency.field]: currency } : {};
    return { currency, text: field.kind.text(sum.toString(), buildKindContext(entity, field, lang, beside)) };
  });
}
