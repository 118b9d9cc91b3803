import { parseInstant } from "../dates.ts";
import { createOrderedFormat } from "./ordered.ts";

/** Instants with any UTC offset. */
export const format = createOrderedFormat(
  (value) => parseInstant(value) !== undefined,
  (left, right) => (parseInstant(left) ?? 0) - (parseInstant(right) ?? 0),
);
