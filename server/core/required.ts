/**
 * Returns a value that an invariant guarantees.
 *
 * @throws Error naming what is missing when the invariant does not hold.
 */
export function assertPresent<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
