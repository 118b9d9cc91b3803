/** Dates of cells: a cell's date is a day (`2026-11-21`) or the wall clock of UTC+8 (`2026-11-21 08:30:00`), as kinds give it. */

/** How the zone of every instant is named in files. */
export const ZONE = "UTC+8 (Asia/Shanghai)";

const WALL = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;
/** Days of Excel's calendar at 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** 1900-03-01: before it Excel's calendar has a day that never was. 10000-01-01 is past its end. */
const [FIRST_SERIAL, END_SERIAL] = [61, 2_958_466];

/** Excel's number for a cell's date; `undefined` when its calendar cannot hold it. */
export function serialOf(value: string): string | undefined {
  const ms = WALL.test(value) ? Date.parse(`${value.length === 10 ? `${value} 00:00:00` : value}Z`.replace(" ", "T")) : Number.NaN;
  const serial = ms / 86_400_000 + EPOCH_SERIAL;
  if (!(serial >= FIRST_SERIAL && serial < END_SERIAL)) return undefined;
  return Number.isInteger(serial) ? String(serial) : serial.toFixed(10);
}
