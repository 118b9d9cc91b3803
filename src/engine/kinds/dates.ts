/** Calendar dates and instants as people write them, in the portal's one zone: UTC+8, which has had no daylight saving time since 1991. */
import { ZONE_MS } from "../query/days.ts";
import { narrow } from "./shared.ts";

/** Whether a text is `YYYY-MM-DD` and that day exists. */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

const two = (digits: string): string => digits.padStart(2, "0");
const DATE = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年 ?(\d{1,2})月 ?(\d{1,2})日?|(\d\d)(\d\d))$/;

/** Reads `2026-11-21`, `2026/11/21`, `2026.11.21`, `2026年11月21日`, `20261121`. What does not begin with the year is not read: the order of day and month would be a guess. */
export function readDate(text: string): string | undefined {
  const parts = DATE.exec(narrow(text))?.slice(1).filter((part) => part !== undefined);
  if (parts?.length !== 3) return undefined;
  const date = `${parts[0]!}-${two(parts[1]!)}-${two(parts[2]!)}`;
  return isRealDate(date) ? date : undefined;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Milliseconds of an ISO 8601 instant that names its zone (RFC 3339); `undefined` for anything else, an impossible day or hour included. */
export function instantOf(text: unknown): number | undefined {
  const parts = typeof text === "string" ? INSTANT.exec(text) : undefined;
  if (!parts || !isRealDate(parts[1]) || Number(parts[2]) > 23) return undefined;
  const ms = Date.parse(text as string);
  return Number.isNaN(ms) ? undefined : ms;
}

/** `YYYY-MM-DD HH:mm:ss` on the clock of UTC+8. */
export const wallClock = (ms: number): string => new Date(ms + ZONE_MS).toISOString().slice(0, 19).replace("T", " ");

/** Reads an ISO instant, or a date with a time of day on the clock of UTC+8 (`2026-11-21 18:05`, seconds as one likes). */
export function readInstant(text: string): string | undefined {
  const plain = narrow(text);
  const iso = instantOf(plain.toUpperCase());
  if (iso !== undefined) return new Date(iso).toISOString();
  const parts = /^(.+?)[ T]+(\d{1,2})[:时点](\d{1,2})(?:[:分](\d{1,2})秒?|分?)$/.exec(plain);
  const date = parts ? readDate(parts[1]!) : readDate(plain);
  if (!date) return undefined;
  const [hour, minute, second] = [parts?.[2] ?? "0", parts?.[3] ?? "0", parts?.[4] ?? "0"];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return new Date(Date.parse(`${date}T${two(hour)}:${two(minute)}:${two(second)}+08:00`)).toISOString();
}

/** First and last millisecond of a day in UTC+8, as ISO instants. */
export function dayBounds(date: string): { from: string; to: string } {
  const start = Date.parse(`${date}T00:00:00+08:00`);
  return { from: new Date(start).toISOString(), to: new Date(start + 86_399_999).toISOString() };
}

/** `step` days after a date. */
export const daysAfter = (date: string, step: number): string => new Date(Date.parse(date) + step * 86_400_000).toISOString().slice(0, 10);
