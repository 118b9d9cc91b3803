/**
 * One `now()` for everything that the product dates or schedules. A simulation can set it forward; sessions, codes and
 * TOTP use real time (`Date.now()`), as authenticators do.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
export const realClock: Clock = { now: () => Date.now() };
