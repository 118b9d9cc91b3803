/**
 * Runs compiled expressions (`compile.ts`) in browser and server alike. No parser here: it goes into every page that has rules.
 *
 * What CEL calls an error is `UNKNOWN` here: a value that is absent or malformed, a division by zero, an index outside the list,
 * an integer beyond 64 bits. It passes through every operation; `false && unknown` is false and `true || unknown` is true. A rule
 * whose result is `UNKNOWN` is silent.
 */
import { dayInChina } from "../base/time-zone.ts";
import { Decimal } from "../base/decimal.ts";
import type { Expression, Scope } from "../model/expression.ts";
import { isAba, isIban, sameParty } from "./standards.ts";

/** The result where something that the expression needs is absent or malformed. A scope may hold it as a value, too. */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** Runs an expression. Integers are bigints, amounts Decimals, dates `YYYY-MM-DD`, instants `YYYY-MM-DDTHH:mm:ss.sssZ`; null counts as absent. Never throws on bad data. */
export function evaluate(expression: Pick<Expression, "tree">, scope: Scope): unknown {
  return run(expression.tree, scope);
}

function run(node: unknown, scope: Scope): unknown {
  if (!Array.isArray(node)) return typeof node === "number" ? BigInt(node) : node;
  const form = forms[node[0] as string];
  if (form) return form(node, scope);
  const values: unknown[] = [];
  for (let index = 1; index < node.length; index += 1) {
    const value = run(node[index], scope);
    if (value === UNKNOWN) return UNKNOWN;
    values.push(value);
  }
  try {
    return functions[node[0] as string]!(...values) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return UNKNOWN;
  return (value as Record<string, unknown>)[name] ?? UNKNOWN;
}

/** `[op, list, variable, body]`: calls `visit` with each item and the body's result until it returns something; `end` is the result otherwise. */
function each(
  node: unknown[],
  scope: Scope,
  visit: (result: unknown, item: unknown) => unknown,
  end: () => unknown,
): unknown {
  const list = run(node[1], scope);
  if (!Array.isArray(list)) return UNKNOWN;
  for (const item of list) {
    const stop = visit(run(node[3], { ...scope, [node[2] as string]: item }), item);
    if (stop !== undefined) return stop;
  }
  return end();
}

/** `all` (until = false) and `exists` (until = true): one deciding item decides, whatever is unknown about the others. */
const quantifier =
  (until: boolean) =>
  (node: unknown[], scope: Scope): unknown => {
    let unsure = false;
    return each(
      node,
      scope,
      (result) => {
        if (result === until) return until;
        if (result !== !until) unsure = true;
        return undefined;
      },
      () => (unsure ? UNKNOWN : !until),
    );
  };

/** `&&` (short = false) and `||` (short = true). */
const junction =
  (short: boolean) =>
  (node: unknown[], scope: Scope): unknown => {
    const left = run(node[1], scope);
    if (left === short) return short;
    const right = run(node[2], scope);
    if (right === short) return short;
    return left === !short && right === !short ? !short : UNKNOWN;
  };

/** Collects per item; one unknown item makes the whole unknown. */
const collect =
  (keep: (result: unknown, item: unknown) => unknown[], finish: (kept: unknown[]) => unknown) =>
  (node: unknown[], scope: Scope): unknown => {
    const kept: unknown[] = [];
    return each(
      node,
      scope,
      (result, item) => {
        if (result === UNKNOWN) return UNKNOWN;
        kept.push(...keep(result, item));
        return undefined;
      },
      () => finish(kept),
    );
  };
const whereTrue = (result: unknown, item: unknown): unknown[] => (result === true ? [item] : []);

/** What decides itself which of its parts to run. */
const forms: Record<string, (node: any[], scope: Scope) => unknown> = {
  v: (node, scope) => {
    let value: unknown = scope;
    for (let index = 1; index < node.length; index += 1) value = member(value, node[index]);
    return value;
  },
  ".": (node, scope) => member(run(node[1], scope), node[2]),
  has: (node, scope) => {
    const base = run(node[1], scope);
    if (typeof base !== "object" || base === null) return UNKNOWN;
    const value = Object.hasOwn(base, node[2]) ? (base as Scope)[node[2]] : undefined;
    return value === UNKNOWN ? UNKNOWN : value !== undefined && value !== null;
  },
  d: (node) => Decimal.of(node[1]),
  i: (node) => BigInt(node[1]),
  "&&": junction(false),
  "||": junction(true),
  "?": (node, scope) => {
    const condition = run(node[1], scope);
    return typeof condition === "boolean" ? run(node[condition ? 2 : 3], scope) : UNKNOWN;
  },
  all: quantifier(false),
  exists: quantifier(true),
  exists_one: collect(whereTrue, (kept) => kept.length === 1),
  filter: collect(whereTrue, (kept) => kept),
  map: collect(
    (result) => [result],
    (kept) => kept,
  ),
};

/** CEL's integers have 64 bits; typed `any` as what operators on unchecked values give. */
const int = (value: any): bigint | undefined => (BigInt.asIntN(64, value) === value ? value : undefined);
const exact = (left: unknown, right: unknown): boolean => left instanceof Decimal || right instanceof Decimal;

/** Values that the checker took for one type and that are of two: one of them is malformed. */
function alike(left: unknown, right: unknown): void {
  if (typeof left !== typeof right) throw new TypeError();
}

function compare(left: any, right: any): number {
  if (exact(left, right)) return Decimal.of(left).cmp(right);
  alike(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

function equal(left: any, right: any): boolean {
  if (left === right) return true;
  if (exact(left, right)) return Decimal.of(left).eq(right);
  if (typeof left !== "object" || typeof right !== "object") return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
  );
}

function add(left: any, right: any): unknown {
  if (exact(left, right)) return Decimal.of(left).add(right);
  alike(left, right);
  if (typeof left === "bigint") return int(left + right);
  return Array.isArray(left) ? [...left, ...right] : left + right;
}

const extreme =
  (sign: number) =>
  (list: any[]): unknown =>
    list.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));

const DAY = 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last day of a shorter month stands in for a day that it lacks: 31 January plus a month is 28 or 29 February. */
function addMonths(date: string, months: bigint): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + Number(months), 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return day(first.getTime() + (Math.min(dayOfMonth, last) - 1) * DAY);
}

/** What takes the values of its parts. `undefined` or a throw means unknown. */
const functions: Record<string, (...values: any[]) => unknown> = {
  "+": add,
  "-": (left, right) => {
    if (right === undefined) return left instanceof Decimal ? left.neg() : int(-left);
    return exact(left, right) ? Decimal.of(left).sub(right) : int(left - right);
  },
  "*": (left, right) => (exact(left, right) ? Decimal.of(left).mul(right) : int(left * right)),
  "/": (left, right) => int(left / right),
  "%": (left, right) => (exact(left, right) ? Decimal.of(left).rem(right) : left % right),
  div: (left, right, scale) => Decimal.of(left).div(right, Number(scale)).trim(),
  "!": (value) => !value,
  "==": equal,
  "!=": (left, right) => !equal(left, right),
  "<": (left, right) => compare(left, right) < 0,
  "<=": (left, right) => compare(left, right) <= 0,
  ">": (left, right) => compare(left, right) > 0,
  ">=": (left, right) => compare(left, right) >= 0,
  in: (value, list) => (Array.isArray(list) ? list.some((item) => equal(value, item)) : Object.hasOwn(list, value)),
  list: (...items) => items,
  record: (...pairs) =>
    Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[name, pairs[index + 1]]]))),
  "[]": (base, key) => (Array.isArray(base) ? base[Number(key)] : Object.hasOwn(base, key) ? base[key] : undefined),
  size: (value) => BigInt(typeof value === "string" ? [...value].length : Object.keys(value).length),
  sum: (list: unknown[], zero) => list.reduce(add, zero),
  min: extreme(-1),
  max: extreme(1),
  round: (value, places) => Decimal.of(value).round(Number(places)),
  roundFor: (value, currency, minorUnits) =>
    Object.hasOwn(minorUnits, currency) ? Decimal.of(value).round(minorUnits[currency]) : undefined,
  decimal: Decimal.of,
  string: (value) => String(value),
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  matches: (text, pattern) => new RegExp(pattern, "u").test(text),
  isIban,
  isAba,
  sameParty,
  addDays: (date, days) => day(Date.parse(date) + Number(days) * DAY),
  daysBetween: (left, right) => BigInt((Date.parse(left) - Date.parse(right)) / DAY),
  /** `2026-11` of a date. */
  month: (date: string) => date.slice(0, 7),
  addMonths,
  dayOf: (instant) => dayInChina(Date.parse(instant)),
};

/** Whether a change at one of these places (dotted paths as in `reads`, rows by number or `*`) can alter the expression's result. */
export function touches(expression: Pick<Expression, "reads">, changed: readonly string[]): boolean {
  const places = changed.map((path) => `${path.replace(/\.\d+(?=\.|$)/g, ".*")}.`);
  return expression.reads.some((read) =>
    places.some((place) => `${read}.`.startsWith(place) || place.startsWith(`${read}.`)),
  );
}
