import { parseInstant } from "../dates.ts";
import { createOrderedFormat } from "./ordered.ts";

/** Instants, whatever the offset they are written with. */
export const format = createOrderedFormat(
  (value) => parseInstant(value) !== undefined,
  (left, right) => (parseInstant(left) ?? 0) - (parseInstant(right) ?? 0),
);
