import type { Field, Row } from "../model/entity.ts";

/** Returns the part of a record that says in which currency an amount is. */
export const presetCurrency = ({ currency }: Field, code: string): Row =>
  currency && "field" in currency ? { [currency.field]: code } : {};
