/**
 * Days and wall-clock times in a zone with a fixed offset, where every day has 24 hours. Times are in milliseconds
 * since the epoch.
 */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time zone in which daylight saving time is not observed. */
export interface Zone {
  /** IANA name, such as `Asia/Shanghai`. */
  readonly name: string;
  /** Offset from UTC in minutes, negative west of Greenwich. */
  readonly offsetMinutes: number;
}

/**
 * Returns the zone's offset from UTC in milliseconds.
 * @example
 * toOffsetMs({ name: "Asia/Shanghai", offsetMinutes: 480 }) // => 28_800_000
 */
export const toOffsetMs = ({ offsetMinutes }: Zone): number => offsetMinutes * MINUTE_MS;

/**
 * Returns the day in the zone as `YYYY-MM-DD`.
 * @throws RangeError when `ms` is not a valid time
 * @example
 * formatDay(Date.UTC(2026, 10, 22, 16), { name: "Asia/Shanghai", offsetMinutes: 480 }) // => "2026-11-23"
 */
export const formatDay = (ms: number, zone: Zone): string => new Date(ms + toOffsetMs(zone)).toISOString().slice(0, 10);

/**
 * Returns the time at which the day starts in the zone, or NaN for an invalid day.
 * @example
 * startOfDay("2026-11-23", { name: "Asia/Shanghai", offsetMinutes: 480 }) // => Date.UTC(2026, 10, 22, 16)
 */
export const startOfDay = (day: string, zone: Zone): number => Date.parse(`${day}T00:00:00Z`) - toOffsetMs(zone);

/** The last formatted day, cached because most rows of a list share it. */
let written = { day: Number.NaN, text: "" };
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/**
 * Returns `YYYY-MM-DD HH:mm:ss` in the zone.
 * @throws RangeError when `ms` is not a valid time
 * @example
 * formatWallClock(Date.UTC(2026, 10, 22, 16), { name: "Asia/Shanghai", offsetMinutes: 480 }) // => "2026-11-23 00:00:00"
 */
export function formatWallClock(ms: number, zone: Zone): string {
  const local = ms + toOffsetMs(zone);
  const day = Math.floor(local / DAY_MS);
  if (written.day !== day) written = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  const seconds = Math.floor((local - day * DAY_MS) / 1000);
  return `${written.text} ${TWO[Math.floor(seconds / 3600)]}:${TWO[Math.floor(seconds / 60) % 60]}:${TWO[seconds % 60]}`;
}

/**
 * Returns the zone's offset for display: `UTC+8`, `UTC-3:30`, `UTC`.
 * @example
 * formatZone({ name: "Asia/Shanghai", offsetMinutes: 480 }) // => "UTC+8"
 */
export function formatZone({ offsetMinutes }: Zone): string {
  if (offsetMinutes === 0) return "UTC";
  const minutes = Math.abs(offsetMinutes);
  const rest = minutes % 60;
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${TWO[rest]}`}`;
}
