/** Narrowing of values from outside: stored texts, answers, files. */

/**
 * True for an object that is neither null nor an array.
 * @example
 * isObject([]) // => false
 */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects of an array; empty for any other value. */
export const listObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
