/** Dates of cells. A cell's date is a day (`2026-11-21`) or an instant (ISO 8601 with an offset), which is shown in UTC+8. */
import { ZONE_MS } from "../query/days.ts";

/** How the zone of every instant is named in files. */
export const ZONE = "UTC+8 (Asia/Shanghai)";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** `2026-11-21` or `2026-11-21 08:30:00` in UTC+8; the text itself when it is no date. Seconds are cut, not rounded. */
export function wallClock(value: string): string {
  if (DAY.test(value)) return value;
  const ms = Date.parse(OFFSET.test(value) ? value : `${value.replace(" ", "T")}Z`);
  if (Number.isNaN(ms)) return value;
  const local = OFFSET.test(value) ? ms + ZONE_MS : ms;
  return new Date(local).toISOString().slice(0, 19).replace("T", " ");
}

/** Days of Excel's calendar at 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** 1900-03-01: before it Excel's calendar has a day that never was. */
const FIRST_SERIAL = 61;

/** Excel's number for the wall clock in UTC+8; `undefined` when its calendar cannot hold it. */
export function serialOf(value: string): string | undefined {
  const wall = wallClock(value);
  const ms = Date.parse(DAY.test(wall) ? wall : `${wall.replace(" ", "T")}Z`);
  if (Number.isNaN(ms)) return undefined;
  const serial = ms / 86_400_000 + EPOCH_SERIAL;
  if (serial < FIRST_SERIAL || serial >= 2_958_466) return undefined;
  return Number.isInteger(serial) ? String(serial) : serial.toFixed(10);
}
