/**
 * The clock of all business dates and schedules, which a simulation can advance. Sessions, codes and TOTP use real time
 * (`Date.now()`).
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
export const realClock: Clock = { now: () => Date.now() };

/** Formats an instant as ISO 8601 in UTC, the format of all stored and sent timestamps. */
export const toIso = (ms: number): string => new Date(ms).toISOString();
