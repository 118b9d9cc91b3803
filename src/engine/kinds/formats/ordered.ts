/** Formats whose values have an order, so that `formatMinimum` and its like compare them. */
import type { StringFormat } from "../../model/dialect.ts";

/**
 * Returns a format whose values are ordered. `compare` gets valid values only.
 * @example
 * ordered(isTime, compareText).compare?.("09:00", "noon"); // => undefined
 */
export const createOrderedFormat = (
  validate: (value: string) => boolean,
  compare: (left: string, right: string) => number,
): StringFormat => ({
  type: "string",
  validate,
  compare: (left, right) => (validate(left) && validate(right) ? compare(left, right) : undefined),
});

/** Returns the order of two texts by their characters. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
