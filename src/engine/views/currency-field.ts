import type { Field, Row } from "../model/entity.ts";

/** Returns a record that sets the currency of an amount field, or an empty record if the field's currency is fixed. */
export const buildCurrencyPreset = ({ currency }: Field, code: string): Row =>
  currency && "field" in currency ? { [currency.field]: code } : {};
