/** Validates and parses calendar dates and instants. Input may give an instant as wall-clock time in a zone. */
import { startOfDay, type Zone } from "../base/time-zone.ts";
import { toHalfWidth } from "./shared.ts";

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * Earliest accepted day. PostgreSQL formats years before 1 differently, and a UTC offset can move a day of year 1 into
 * them.
 */
const FIRST_DAY = "1000-01-01";
/** End of the year 9999 in UTC, the last year with four digits, in milliseconds since the epoch. */
const END_MS = Date.UTC(10_000, 0, 1);

/**
 * Returns whether a value is an existing calendar day in the form `YYYY-MM-DD`, from the year 1000 on. Called for every
 * row of lists and batches, so it avoids `Date`, which takes ten times as long.
 * @example
 * isRealDate("2026-02-30"); // => false
 */
export function isRealDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY) return false;
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))];
  return day > 0 && day <= (MONTHS[month - 1] ?? 0) + (month === 2 && isLeapYear(Number(text.slice(0, 4))) ? 1 : 0);
}

const padTwo = (digits: string): string => digits.padStart(2, "0");
const DATE =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年 ?(\d{1,2})月 ?(\d{1,2})日?|(\d\d)(\d\d))$/;

/**
 * Parses `2026-11-21`, `2026/11/21`, `2026.11.21`, `2026年11月21日` and `20261121`, and returns `YYYY-MM-DD`. Returns
 * undefined for a day that does not exist and for any other form, such as one with the year last, in which day and
 * month would be ambiguous.
 */
export function readDate(text: string): string | undefined {
  const parts = DATE.exec(toHalfWidth(text))
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (parts?.length !== 3) return undefined;
  const [year, month = "", day = ""] = parts;
  const date = `${year}-${padTwo(month)}-${padTwo(day)}`;
  return isRealDate(date) ? date : undefined;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Caches the last parsed day, since consecutive rows of a list often share it. */
let read = { text: "", ms: Number.NaN };
const readDigit = (text: string, index: number): number => {
  const code = text.charCodeAt(index) - 48;
  return code >= 0 && code <= 9 ? code : Number.NaN;
};
const readTwoDigits = (text: string, index: number): number => 10 * readDigit(text, index) + readDigit(text, index + 1);

/**
 * Parses an instant in its stored form, `2026-11-21T10:05:00.000Z`, to milliseconds since the epoch. Returns undefined
 * for any other string.
 */
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
 * Parses an ISO 8601 instant with `Z` or a UTC offset (as in RFC 3339, but the seconds are optional) to milliseconds
 * since the epoch. Returns undefined for any other value, including days and hours that do not exist.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const stored = parseStoredInstant(text);
  if (stored !== undefined) return stored;
  const parts = INSTANT.exec(text);
  if (!parts || !isRealDate(parts[1]) || Number(parts[2]) > 23) return undefined;
  const ms = Date.parse(text);
  return ms < END_MS ? ms : undefined;
}

/**
 * Parses an ISO 8601 instant, or a date with an optional time of day in the zone (`2026-11-21 18:05`, seconds
 * optional). A date alone is midnight. Returns the instant in UTC, or undefined for any other text.
 */
export function readInstant(text: string, zone: Zone): string | undefined {
  const plain = toHalfWidth(text);
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

/** Returns the date `step` days later, or earlier if `step` is negative. */
export const addDays = (date: string, step: number): string =>
  new Date(Date.parse(date) + step * 86_400_000).toISOString().slice(0, 10);
