/** Offset of the portal's zone: UTC+8, without daylight saving time since 1991, so that every day has 24 hours. Times are in ms since the epoch. */
export const ZONE_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** The day there, `YYYY-MM-DD`. Throws a RangeError for what is no time. */
export const dayInChina = (ms: number): string => new Date(ms + ZONE_MS).toISOString().slice(0, 10);

/** The day that was written last: rows of a list mostly share it. */
let written = { day: Number.NaN, text: "" };
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** `YYYY-MM-DD HH:mm:ss` on the clock there. Throws a RangeError for what is no time. */
export function wallClock(ms: number): string {
  const local = ms + ZONE_MS;
  const day = Math.floor(local / DAY_MS);
  if (written.day !== day) written = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  const seconds = Math.floor((local - day * DAY_MS) / 1000);
  return `${written.text} ${TWO[Math.floor(seconds / 3600)]}:${TWO[Math.floor(seconds / 60) % 60]}:${TWO[seconds % 60]}`;
}
