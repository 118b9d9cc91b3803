/**
 * Clock of everything that the product dates or schedules. A simulation can move it forward; sessions, codes and TOTP use real time
 * (`Date.now()`).
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
export const realClock: Clock = { now: () => Date.now() };

/** Formats an instant as ISO 8601 text in UTC, the form in which every timestamp is stored and sent. */
export const toIso = (ms: number): string => new Date(ms).toISOString();
