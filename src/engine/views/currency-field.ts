import type { Field, Row } from "../model/entity.ts";

/** Returns the values that set the currency of an amount. */
export const presetCurrency = ({ currency }: Field, code: string): Row =>
  currency && "field" in currency ? { [currency.field]: code } : {};
