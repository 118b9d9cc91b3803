import type { Row } from "@portolan/engine";

/** Returns whether a value is an object with named properties, and not an array or null. */
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
