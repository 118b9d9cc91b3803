/**
 * The core's string formats, for Ajv and for compiled validators. `compare` lets `formatMinimum` and `formatMaximum` order values. Kinds use the
 * same checks, so that both give one verdict.
 */
import { Decimal, placesOf } from "../base/decimal.ts";
import type { StringFormat } from "../model/dialect.ts";
import { instantOf, isRealDate } from "./dates.ts";
import { isEmail } from "./email/email.ts";

/** Returns a format whose values are ordered; `compare` gets valid values only. */
const ordered = (
  validate: (value: string) => boolean,
  compare: (left: string, right: string) => number,
): StringFormat => ({
  type: "string",
  validate,
  compare: (left, right) => (validate(left) && validate(right) ? compare(left, right) : undefined),
});
const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Formats of strings by name.
 * @example
 * coreFormats["decimal"]?.validate("1.50"); // => true
 */
export const formats: Readonly<Record<string, StringFormat>> = {
  decimal: ordered(
    (value) => placesOf(value) !== undefined,
    (left, right) => Decimal.of(left).cmp(Decimal.of(right)),
  ),
  date: ordered(isRealDate, compareText),
  "date-time": ordered(
    (value) => instantOf(value) !== undefined,
    (left, right) => (instantOf(left) ?? 0) - (instantOf(right) ?? 0),
  ),
  email: { type: "string", validate: isEmail },
  password: { type: "string", validate: () => true },
};
