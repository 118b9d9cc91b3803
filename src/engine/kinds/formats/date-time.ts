import { instantOf } from "../dates.ts";
import { ordered } from "./ordered.ts";

/** Instants, whatever the offset they are written with. */
export const format = ordered(
  (value) => instantOf(value) !== undefined,
  (left, right) => (instantOf(left) ?? 0) - (instantOf(right) ?? 0),
);
