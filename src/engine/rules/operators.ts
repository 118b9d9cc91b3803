/** Operators and functions of rules over values in rule types. */
import { Decimal } from "../base/decimal.ts";
import { dayInZone } from "../base/time-zone.ts";
import { isAba, isIban, sameParty } from "./standards.ts";

/**
 * Result of an expression that needs an absent or malformed value. A scope may hold it as a value.
 * @example
 * evaluate({ tree: ["lit", UNKNOWN] }, {}) === UNKNOWN // => true
 */
export const UNKNOWN: unique symbol = Symbol("unknown");

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Returns a member of a record; UNKNOWN when it is absent or null. */
export function readMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? UNKNOWN) : UNKNOWN;
}

// Readers of values that the checker typed: a value of another type is malformed, and their error makes the result unknown.
function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError();
  return value;
}
function int(value: unknown): bigint {
  if (typeof value !== "bigint") throw new TypeError();
  return value;
}
function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError();
  return value;
}
function decimal(value: unknown): Decimal {
  if (value instanceof Decimal || typeof value === "bigint") return Decimal.of(value);
  return Decimal.of(text(value));
}
const isExact = (left: unknown, right: unknown): boolean => left instanceof Decimal || right instanceof Decimal;

/** Returns an integer of CEL, which has 64 bits; undefined beyond them. */
const bounded = (value: bigint): bigint | undefined => (BigInt.asIntN(64, value) === value ? value : undefined);

type Ordered = string | number | bigint | boolean;
const isOrdered = (value: unknown): value is Ordered =>
  ["string", "number", "bigint", "boolean"].includes(typeof value);

function compare(left: unknown, right: unknown): number {
  if (isExact(left, right)) return decimal(left).cmp(decimal(right));
  if (!isOrdered(left) || !isOrdered(right) || typeof left !== typeof right) throw new TypeError();
  return left < right ? -1 : left > right ? 1 : 0;
}

function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isExact(left, right)) return decimal(left).eq(decimal(right));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
  );
}

function add(left: unknown, right: unknown): unknown {
  if (isExact(left, right)) return decimal(left).add(decimal(right));
  if (typeof left === "bigint") return bounded(left + int(right));
  if (typeof left === "string") return left + text(right);
  return [...list(left), ...list(right)];
}

const extreme =
  (sign: number) =>
  (values: unknown): unknown =>
    list(values).reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));

const DAY = 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Adds months to a date. A day that the month lacks becomes its last: 31 January plus a month is 28 or 29 February. */
function addMonths(date: string, months: bigint): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + Number(months), 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return day(first.getTime() + (Math.min(dayOfMonth, last) - 1) * DAY);
}

/** Operators that take the values of their parts. `undefined` or a throw means unknown. */
export const functions: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  "+": add,
  "-": (left, right) => {
    if (right === undefined) return left instanceof Decimal ? left.neg() : bounded(-int(left));
    return isExact(left, right) ? decimal(left).sub(decimal(right)) : bounded(int(left) - int(right));
  },
  "*": (left, right) => (isExact(left, right) ? decimal(left).mul(decimal(right)) : bounded(int(left) * int(right))),
  "/": (left, right) => bounded(int(left) / int(right)),
  "%": (left, right) => (isExact(left, right) ? decimal(left).rem(decimal(right)) : int(left) % int(right)),
  div: (left, right, scale) => decimal(left).div(decimal(right), Number(scale)).trim(),
  "!": (value) => !value,
  "==": equal,
  "!=": (left, right) => !equal(left, right),
  "<": (left, right) => compare(left, right) < 0,
  "<=": (left, right) => compare(left, right) <= 0,
  ">": (left, right) => compare(left, right) > 0,
  ">=": (left, right) => compare(left, right) >= 0,
  in: (value, all) =>
    Array.isArray(all) ? all.some((item) => equal(value, item)) : isObject(all) && Object.hasOwn(all, text(value)),
  list: (...items) => items,
  record: (...pairs) =>
    Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[text(name), pairs[index + 1]]]))),
  "[]": (base, key) => (Array.isArray(base) ? base[Number(key)] : readMember(base, text(key))),
  size: (value) => BigInt(typeof value === "string" ? [...value].length : Object.keys(Object(value)).length),
  sum: (values, zero) => list(values).reduce((total, value) => add(total, value), zero),
  min: extreme(-1),
  max: extreme(1),
  round: (value, places) => decimal(value).round(Number(places)),
  roundFor: (value, currency, minorUnits) => {
    const places = readMember(minorUnits, text(currency));
    return typeof places === "number" ? decimal(value).round(places) : undefined;
  },
  decimal,
  string: (value) => String(value),
  contains: (value, part) => text(value).includes(text(part)),
  startsWith: (value, part) => text(value).startsWith(text(part)),
  endsWith: (value, part) => text(value).endsWith(text(part)),
  matches: (value, pattern) => new RegExp(text(pattern), "u").test(text(value)),
  isIban: (value) => isIban(text(value)),
  isAba: (value) => isAba(text(value)),
  sameParty: (left, right) => sameParty(text(left), text(right)),
  addDays: (date, days) => day(Date.parse(text(date)) + Number(days) * DAY),
  daysBetween: (left, right) => BigInt((Date.parse(text(left)) - Date.parse(text(right))) / DAY),
  /** `2026-11` of a date. */
  month: (date) => text(date).slice(0, 7),
  addMonths: (date, months) => addMonths(text(date), int(months)),
  dayOf: (instant, offsetMinutes) =>
    dayInZone(Date.parse(text(instant)), { name: "", offsetMinutes: Number(offsetMinutes) }),
};
