/** Converts dates to Excel serial numbers. Accepts a day (`2026-11-21`) or wall-clock time (`2026-11-21 08:30:00`). */

const WALL = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;
/** Excel serial number of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/**
 * Serial number of 1900-03-01. Earlier days are rejected, because Excel counts 29 February 1900, which did not exist.
 */
const FIRST_SERIAL = 61;

const DAY_MS = 86_400_000;
/** Caches the last day, which consecutive rows usually share. */
let known = { day: "", serial: Number.NaN };
/** Caches the fraction of the day by second of the day. */
const fractions: string[] = [];

/**
 * Returns the Excel serial number of a day or wall-clock time. Undefined for malformed text and for dates before
 * 1900-03-01.
 */
export function toSerial(value: string): string | undefined {
  if (!WALL.test(value)) return undefined;
  const day = value.slice(0, 10);
  if (known.day !== day) known = { day, serial: Date.parse(`${day}T00:00:00Z`) / DAY_MS + EPOCH_SERIAL };
  const { serial } = known;
  if (!(serial >= FIRST_SERIAL)) return undefined;
  if (value.length === 10) return String(serial);
  const [hour, minute, second] = [
    Number(value.slice(11, 13)),
    Number(value.slice(14, 16)),
    Number(value.slice(17, 19)),
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const seconds = hour * 3600 + minute * 60 + second;
  return serial + (seconds === 0 ? "" : (fractions[seconds] ??= (seconds / 86_400).toFixed(10).slice(1)));
}
