/** Dates of cells: a cell's date is a day (`2026-11-21`) or the wall clock of UTC+8 (`2026-11-21 08:30:00`), as kinds give it. */

/** How the zone of every instant is named in files. */
export const ZONE = "UTC+8 (Asia/Shanghai)";

const WALL = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;
/** Days of Excel's calendar at 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** 1900-03-01: before it Excel's calendar has a day that never was. Its end is that of years of four figures. */
const FIRST_SERIAL = 61;

const DAY_MS = 86_400_000;
/** The day that was asked for last: rows of a file mostly share it. */
let known = { day: "", serial: Number.NaN };
/** Parts of a day by its second, as they are written behind the day's number. */
const fractions: string[] = [];

/** Excel's number for a cell's date; `undefined` when its calendar cannot hold it. */
export function serialOf(value: string): string | undefined {
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
  const at = hour * 3600 + minute * 60 + second;
  return serial + (at === 0 ? "" : (fractions[at] ??= (at / 86_400).toFixed(10).slice(1)));
}
