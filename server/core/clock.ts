/**
 * Clock of everything that the product dates or schedules. A simulation can move it forward; sessions, codes and TOTP use real time
 * (`Date.now()`).
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
export const realClock: Clock = { now: () => Date.now() };
