import type { Row } from "../../src/engine/index.ts";

/** Returns whether a value is an object with named members: no list, not null. */
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
