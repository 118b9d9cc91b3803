/** Parses calendar dates, and instants given as wall-clock time in a zone. */
import { startOfDay, type Zone } from "../base/time-zone.ts";
import { narrow } from "./shared.ts";

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * Returns whether a string is an existing day in the form `YYYY-MM-DD`. Avoids `Date`, which takes ten times as long,
 * because lists and batches call this often.
 * @example
 * isRealDate("2026-02-30"); // => false
 */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))];
  return day > 0 && day <= (MONTHS[month - 1] ?? 0) + (month === 2 && isLeapYear(Number(text.slice(0, 4))) ? 1 : 0);
}

const padTwo = (digits: string): string => digits.padStart(2, "0");
const DATE =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年 ?(\d{1,2})月 ?(\d{1,2})日?|(\d\d)(\d\d))$/;

/**
 * Parses `2026-11-21`, `2026/11/21`, `2026.11.21`, `2026年11月21日`, `20261121`. Rejects other orders, in which day and
 * month would be ambiguous.
 */
export function readDate(text: string): string | undefined {
  const parts = DATE.exec(narrow(text))
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (parts?.length !== 3) return undefined;
  const [year, month = "", day = ""] = parts;
  const date = `${year}-${padTwo(month)}-${padTwo(day)}`;
  return isRealDate(date) ? date : undefined;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Caches the last parsed day, since most rows of a list share it. */
let read = { text: "", ms: Number.NaN };
const readDigit = (text: string, at: number): number => {
  const code = text.charCodeAt(at) - 48;
  return code >= 0 && code <= 9 ? code : Number.NaN;
};
const readTwoDigits = (text: string, at: number): number => 10 * readDigit(text, at) + readDigit(text, at + 1);

/** Parses only the stored form of an instant, `2026-11-21T10:05:00.000Z`. Returns undefined for any other. */
function parseStoredInstant(text: string): number | undefined {
  if (
    text.length !== 24 ||
    text[10] !== "T" ||
    text[13] !== ":" ||
    text[16] !== ":" ||
    text[19] !== "." ||
    text[23] !== "Z"
  )
    return undefined;
  if (!text.startsWith(read.text) || read.text === "") {
    const day = text.slice(0, 10);
    if (!isRealDate(day)) return undefined;
    read = { text: day, ms: Date.parse(day) };
  }
  const [hour, minute, second] = [readTwoDigits(text, 11), readTwoDigits(text, 14), readTwoDigits(text, 17)];
  const ms =
    read.ms + hour * 3_600_000 + minute * 60_000 + second * 1_000 + 100 * readDigit(text, 20) + readTwoDigits(text, 21);
  return hour < 24 && minute < 60 && second < 60 && !Number.isNaN(ms) ? ms : undefined;
}

/**
 * Returns an ISO 8601 instant with a zone (RFC 3339) in milliseconds since the epoch. Undefined for any other string,
 * including invalid days and hours.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const stored = parseStoredInstant(text);
  if (stored !== undefined) return stored;
  const parts = INSTANT.exec(text);
  if (!parts || !isRealDate(parts[1]) || Number(parts[2]) > 23) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Parses an ISO instant, or a date with a time of day in the zone (`2026-11-21 18:05`, seconds optional). */
export function readInstant(text: string, zone: Zone): string | undefined {
  const plain = narrow(text);
  const iso = parseInstant(plain.toUpperCase());
  if (iso !== undefined) return new Date(iso).toISOString();
  const parts = /^(.+?)[ T]+(\d{1,2})[:时点](\d{1,2})(?:[:分](\d{1,2})秒?|分?)$/.exec(plain);
  const date = readDate(parts?.[1] ?? plain);
  if (!date) return undefined;
  const [hour, minute, second] = [parts?.[2] ?? "0", parts?.[3] ?? "0", parts?.[4] ?? "0"];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return new Date(startOfDay(date, zone) + seconds * 1000).toISOString();
}

/** Returns the first and last millisecond of a day in the zone as ISO instants. */
export function findDayBounds(date: string, zone: Zone): { from: string; to: string } {
  const start = startOfDay(date, zone);
  return { from: new Date(start).toISOString(), to: new Date(start + 86_399_999).toISOString() };
}

/** Returns the date after adding `step` days. */
export const addDays = (date: string, step: number): string =>
  new Date(Date.parse(date) + step * 86_400_000).toISOString().slice(0, 10);
