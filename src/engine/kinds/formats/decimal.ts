import { Decimal, placesOf } from "../../base/decimal.ts";
import { ordered } from "./ordered.ts";

/** Exact decimals. */
export const format = ordered(
  (value) => placesOf(value) !== undefined,
  (left, right) => Decimal.of(left).cmp(Decimal.of(right)),
);
