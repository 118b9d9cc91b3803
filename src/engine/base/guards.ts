/** Type guards for external values: stored data, responses, files. */

/**
 * Returns whether a value is an object other than null or an array.
 * @example
 * isObject([]) // => false
 */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects in an array, or an empty array for any other value. */
export const listObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
