/**
 * The formats that a schema may name, for Ajv: `addFormat(name, format)`. `compare` lets `formatMinimum` and `formatMaximum` order values. The kinds
 * use the same checks, so that both give one verdict.
 */
import { Decimal, placesOf } from "../base/decimal.ts";
import { isBic } from "./bic/bic.ts";
import { instantOf, isRealDate } from "./dates.ts";
import { isEmail } from "./email/email.ts";
import { isIban } from "../rules/standards.ts";

export interface Format {
  validate(value: string): boolean;
  compare?(left: string, right: string): number;
}

/** Returns NaN when a value is not a decimal, so the limit passes: the format check has already reported it. */
function compareDecimals(left: string, right: string): number {
  const [a, b] = [Decimal.parse(left), Decimal.parse(right)];
  return a && b ? a.cmp(b) : Number.NaN;
}
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

export const formats: Readonly<Record<string, Format>> = {
  decimal: { validate: (value) => placesOf(value) !== undefined, compare: compareDecimals },
  date: { validate: isRealDate, compare: byText },
  "date-time": {
    validate: (value) => instantOf(value) !== undefined,
    compare: (left, right) => (instantOf(left) ?? 0) - (instantOf(right) ?? 0),
  },
  email: { validate: isEmail },
  bic: { validate: isBic },
  iban: { validate: isIban },
  password: { validate: () => true },
};
