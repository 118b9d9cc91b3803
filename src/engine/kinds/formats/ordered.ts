import type { StringFormat } from "../../model/dialect.ts";

/**
 * Creates a string format with an order. `compare` is called only with valid values; the format's own `compare` returns
 * undefined for any other.
 * @example
 * createOrderedFormat(isTime, compareText).compare?.("09:00", "noon"); // => undefined
 */
export const createOrderedFormat = (
  validate: (value: string) => boolean,
  compare: (left: string, right: string) => number,
): StringFormat => ({
  type: "string",
  validate,
  compare: (left, right) => (validate(left) && validate(right) ? compare(left, right) : undefined),
});

/** Compares two strings by UTF-16 code unit. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
