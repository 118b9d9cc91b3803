/** Checks that a zone has its declared offset. Separate from `base/time-zone.ts`, so that pages do not load it. */
import type { Zone } from "../base/time-zone.ts";

/** First and last year that `assertFixedOffset` checks. */
const YEARS = { first: 2020, last: 2037 };

/**
 * Rejects a zone whose offset varies or differs from the declared one, since days of 23 or 25 hours are not supported.
 * @throws Error if the name is unknown, the zone observes daylight saving time, or its offset differs
 */
export function assertFixedOffset({ name, offsetMinutes }: Zone): void {
  const format = createFormat(name);
  const offsets = new Set(
    Array.from({ length: (YEARS.last - YEARS.first + 1) * 12 }, (_, month) =>
      readOffset(format, Date.UTC(YEARS.first, month, 15)),
    ),
  );
  if (offsets.size > 1)
    throw new Error(`the time zone "${name}" has daylight saving: declare one of a fixed offset, such as "UTC"`);
  const [found] = offsets;
  if (found !== offsetMinutes)
    throw new Error(`the time zone "${name}" is ${found} minutes ahead of UTC, not ${offsetMinutes}`);
}

/** Returns the format's offset from UTC at `ms`, in minutes. */
function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const parts = format.formatToParts(ms);
  const label = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)$/.exec(label) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function createFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  } catch {
    throw new Error(`there is no time zone "${name}": use an IANA name, such as "Asia/Singapore"`);
  }
}
