/**
 * Returns a value that an invariant guarantees.
 *
 * @throws Error naming the missing value when the invariant is violated
 */
export function assertPresent<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
