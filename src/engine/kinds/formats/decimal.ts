import { Decimal, countPlaces } from "../../base/decimal.ts";
import { createOrderedFormat } from "./ordered.ts";

/** Exact decimals without scientific notation. */
export const format = createOrderedFormat(
  (value) => countPlaces(value) !== undefined,
  (left, right) => Decimal.of(left).cmp(Decimal.of(right)),
);
