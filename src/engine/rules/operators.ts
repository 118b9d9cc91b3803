/** Operators and functions of rules, over values in rule types. */
import { Decimal } from "../base/decimal.ts";
import { formatDay } from "../base/time-zone.ts";
import { isAba, isIban, isSameParty } from "./standards.ts";

/**
 * Result of an expression that needs an absent or malformed value. Scopes may also contain it as a value.
 * @example
 * evaluate({ tree: ["lit", UNKNOWN] }, {}) === UNKNOWN // => true
 */
export const UNKNOWN: unique symbol = Symbol("unknown");

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Returns a member of a record, or UNKNOWN when it is absent or null. */
export function readMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? UNKNOWN) : UNKNOWN;
}

// These readers throw for a value whose type differs from the checked one, which makes the result unknown.
function toText(value: unknown): string {
  if (typeof value !== "string") throw new TypeError();
  return value;
}
function toInt(value: unknown): bigint {
  if (typeof value !== "bigint") throw new TypeError();
  return value;
}
function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError();
  return value;
}
function toDecimal(value: unknown): Decimal {
  if (value instanceof Decimal || typeof value === "bigint") return Decimal.of(value);
  return Decimal.of(toText(value));
}
const isExact = (left: unknown, right: unknown): boolean => left instanceof Decimal || right instanceof Decimal;

/** Returns an integer within CEL's 64 bits, or undefined beyond them. */
const boundInt = (value: bigint): bigint | undefined => (BigInt.asIntN(64, value) === value ? value : undefined);

type Ordered = string | number | bigint | boolean;
const isOrdered = (value: unknown): value is Ordered =>
  ["string", "number", "bigint", "boolean"].includes(typeof value);

function compare(left: unknown, right: unknown): number {
  if (isExact(left, right)) return toDecimal(left).cmp(toDecimal(right));
  if (!isOrdered(left) || !isOrdered(right) || typeof left !== typeof right) throw new TypeError();
  return left < right ? -1 : left > right ? 1 : 0;
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isExact(left, right)) return toDecimal(left).eq(toDecimal(right));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  );
}

function add(left: unknown, right: unknown): unknown {
  if (isExact(left, right)) return toDecimal(left).add(toDecimal(right));
  if (typeof left === "bigint") return boundInt(left + toInt(right));
  if (typeof left === "string") return left + toText(right);
  return [...list(left), ...list(right)];
}

const createExtreme =
  (sign: number) =>
  (values: unknown): unknown =>
    list(values).reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));

const DAY = 86_400_000;
const formatUtcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Adds months to a date. If the month lacks that day, its last day is used: 31 January plus a month is 28 or 29
 * February.
 */
function addMonths(date: string, months: bigint): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + Number(months), 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return formatUtcDay(first.getTime() + (Math.min(dayOfMonth, last) - 1) * DAY);
}

/** Operators that receive the values of their operands. Undefined or an exception means unknown. */
export const functions: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  "+": add,
  "-": (left, right) => {
    if (right === undefined) return left instanceof Decimal ? left.neg() : boundInt(-toInt(left));
    return isExact(left, right) ? toDecimal(left).sub(toDecimal(right)) : boundInt(toInt(left) - toInt(right));
  },
  "*": (left, right) =>
    isExact(left, right) ? toDecimal(left).mul(toDecimal(right)) : boundInt(toInt(left) * toInt(right)),
  "/": (left, right) => boundInt(toInt(left) / toInt(right)),
  "%": (left, right) => (isExact(left, right) ? toDecimal(left).rem(toDecimal(right)) : toInt(left) % toInt(right)),
  div: (left, right, scale) => toDecimal(left).div(toDecimal(right), Number(scale)).trim(),
  "!": (value) => !value,
  "==": isEqual,
  "!=": (left, right) => !isEqual(left, right),
  "<": (left, right) => compare(left, right) < 0,
  "<=": (left, right) => compare(left, right) <= 0,
  ">": (left, right) => compare(left, right) > 0,
  ">=": (left, right) => compare(left, right) >= 0,
  in: (value, all) =>
    Array.isArray(all) ? all.some((item) => isEqual(value, item)) : isObject(all) && Object.hasOwn(all, toText(value)),
  list: (...items) => items,
  record: (...pairs) =>
    Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[toText(name), pairs[index + 1]]]))),
  "[]": (base, key) => (Array.isArray(base) ? base[Number(key)] : readMember(base, toText(key))),
  size: (value) => BigInt(typeof value === "string" ? [...value].length : Object.keys(Object(value)).length),
  sum: (values, zero) => list(values).reduce((total, value) => add(total, value), zero),
  min: createExtreme(-1),
  max: createExtreme(1),
  round: (value, places) => toDecimal(value).round(Number(places)),
  roundFor: (value, currency, minorUnits) => {
    const places = readMember(minorUnits, toText(currency));
    return typeof places === "number" ? toDecimal(value).round(places) : undefined;
  },
  decimal: toDecimal,
  string: (value) => String(value),
  contains: (value, part) => toText(value).includes(toText(part)),
  startsWith: (value, part) => toText(value).startsWith(toText(part)),
  endsWith: (value, part) => toText(value).endsWith(toText(part)),
  matches: (value, pattern) => new RegExp(toText(pattern), "u").test(toText(value)),
  isIban: (value) => isIban(toText(value)),
  isAba: (value) => isAba(toText(value)),
  sameParty: (left, right) => isSameParty(toText(left), toText(right)),
  addDays: (date, days) => formatUtcDay(Date.parse(toText(date)) + Number(days) * DAY),
  daysBetween: (left, right) => BigInt((Date.parse(toText(left)) - Date.parse(toText(right))) / DAY),
  /** Returns the month of a date, such as `2026-11`. */
  month: (date) => toText(date).slice(0, 7),
  addMonths: (date, months) => addMonths(toText(date), toInt(months)),
  dayOf: (instant, offsetMinutes) =>
    formatDay(Date.parse(toText(instant)), { name: "", offsetMinutes: Number(offsetMinutes) }),
};
