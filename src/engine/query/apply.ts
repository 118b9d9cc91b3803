/**
 * Applies a query to rows in memory, for reference lists, which have no table. Must return the same result as `sql.ts`
 * for the same rows; a property test compares them.
 */
import type { Entity, Field, Row } from "../model/entity.ts";
import { matchesWhole } from "../entity/is-masked.ts";
import { findCurrency } from "../entity/values.ts";
import type { ColumnType } from "../model/kind.ts";
import { Decimal } from "../base/decimal.ts";
import { toColumnValue } from "../entity/column-values.ts";
import { type ColumnRef, findColumn } from "../entity/columns.ts";
import { listSortTerms, type SortTerm, type Position } from "./sort-order.ts";
import { matchesPinyin } from "../base/pinyin.ts";
import { isDay } from "./context.ts";
import { searchText } from "./read-filter.ts";
import type { Filter, Query } from "../model/query.ts";
import type { Sums } from "../model/wire.ts";
import { listFilters, toBound } from "./conditions.ts";

/** Result of applying a query to rows. */
export interface Applied {
  list: Row[];
  /** Position after the last row. Absent on the last page. */
  next?: Position;
  total: number;
  sums: Sums;
}

/**
 * Returns a page of the matching rows, with totals over all of them. `after` takes precedence over `query.page`.
 * @example
 * const page = applyQuery(entity, rows, query, { limit: 20 });
 */
export function applyQuery(
  entity: Entity,
  rows: readonly Row[],
  query: Query,
  scope: { after?: Position | undefined; limit?: number; ids?: readonly string[] | undefined } = {},
): Applied {
  const chosen = chooseRows(entity, rows, query, scope.ids);
  const order = listSortTerms(entity, query);
  const placed = chosen.map((row) => ({ row, at: order.map((term) => readText(term, row)) }));
  placed.sort((left, right) => comparePositions(order, left.at, right.at));
  const { after } = scope;
  const behind = after
    ? placed.findIndex(({ at }) => comparePositions(order, at, after) > 0)
    : (query.page - 1) * query.size;
  const size = scope.limit ?? query.size;
  const page = behind < 0 ? [] : placed.slice(behind, behind + size);
  const last = page.at(-1);
  const more = last !== undefined && behind + size < placed.length;
  return {
    list: page.map(({ row }) => row),
    ...(more ? { next: last.at } : {}),
    total: chosen.length,
    sums: sumUp(entity, chosen),
  };
}

/** Returns the rows that match the query, in the given order. `ids` restricts them further. */
export function chooseRows(entity: Entity, rows: readonly Row[], query: Query, ids?: readonly string[]): Row[] {
  const tests: ((row: Row) => boolean)[] = listFilters(entity, query).map(([ref, filter]) =>
    createTest(entity, ref, filter),
  );
  if (ids) {
    const wanted = new Set(ids);
    tests.push((row) => wanted.has(String(row[entity.key])));
  }
  if (query.q) {
    const { q } = query;
    const searched = entity.list.search
      .flatMap((name) => findColumn(entity, name) ?? [])
      .map((ref) => ({ ref, wanted: fold(searchText(entity, ref.field, q)) }));
    // Reference lists also match pinyin.
    const asTyped = entity.source === "data" ? matchesPinyin : () => false;
    tests.push((row) =>
      searched.some(({ ref, wanted }) => {
        const text = readText(ref, row) ?? "";
        return contains(ref.field, fold(text), wanted) || asTyped(text, wanted);
      }),
    );
  }
  return rows.filter((row) => tests.every((test) => test(row)));
}

/**
 * Returns whether a row matches the filter of one of the entity's fields.
 * @example
 * const isListed = matchesFilter(entity, { status: "paid" }, ["status", filter]);
 */
export function matchesFilter(entity: Entity, row: Row, [name, filter]: readonly [string, Filter]): boolean {
  const column = findColumn(entity, name);
  return !column || createTest(entity, column, filter)(row);
}

/** Folds only ASCII letters, like `ilike` under `collate "C"`. */
const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns whether a value contains the text, or equals it if the field matches whole values only. */
const contains = (field: Field, value: string, text: string): boolean =>
  matchesWhole(field) ? value === text : value.includes(text);

function readText({ field }: ColumnRef, row: Row): string | null {
  const value = toColumnValue(field, row[field.name]);
  return value === null ? null : String(value);
}

function createTest(entity: Entity, ref: ColumnRef, filter: Filter): (row: Row) => boolean {
  const { field, type } = ref;
  const within = (from: string | undefined, to: string | undefined) => {
    const low = from === undefined ? undefined : toBound(entity, field, from, "from");
    const high = to === undefined ? undefined : toBound(entity, field, to, "to");
    return (value: string) =>
      (low === undefined || compareValues(type, value, low) >= 0) &&
      (high === undefined || compareValues(type, value, high) <= 0);
  };
  const having = (holds: (value: string) => boolean) => (row: Row) => {
    const value = readText(ref, row);
    return value !== null && holds(value);
  };
  switch (filter.style) {
    case "empty":
      return (row) => (readText(ref, row) !== null) === filter.not;
    case "contains":
      return having((value) => contains(field, fold(value), fold(filter.text)));
    case "range":
      return filter.from === undefined && filter.to === undefined ? () => true : having(within(filter.from, filter.to));
    case "is": {
      const each = filter.values.map((value) => {
        if (isDay(field)) return within(value, value);
        const wanted = toBound(entity, field, value, "is");
        if (field.kind.filter === "has") return (candidate: string) => candidate.includes(wanted);
        return (candidate: string) => compareValues(type, candidate, wanted) === 0;
      });
      const any = having((value) =>
        filter.all ? each.every((holds) => holds(value)) : each.some((holds) => holds(value)),
      );
      return filter.not ? (row) => !any(row) : any;
    }
  }
}

/** Compares two values like the database does for this column type. */
function compareValues(type: ColumnType, left: string, right: string): number {
  switch (type) {
    case "numeric":
    case "bigint":
      return Decimal.of(left).cmp(Decimal.of(right));
    case "timestamptz":
      return Math.sign(Date.parse(left) - Date.parse(right));
    case "boolean":
      return Number(left === "true") - Number(right === "true");
    case "date":
    case "text":
      return compareCodePoints(left, right);
  }
}

/** Compares by code point like `collate "C"`. UTF-16 order differs for surrogates. */
export function compareCodePoints(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return rankCodePoint(a) < rankCodePoint(b) ? -1 : 1;
  }
  return Math.sign(left.length - right.length);
}

/** Ranks surrogates above all other code units. */
function rankCodePoint(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function comparePositions(order: readonly SortTerm[], left: Position, right: Position): number {
  for (const [index, term] of order.entries()) {
    const [a, b] = [left[index] ?? null, right[index] ?? null];
    if (a === null && b === null) continue;
    if (a === null) return term.emptyFirst ? -1 : 1;
    if (b === null) return term.emptyFirst ? 1 : -1;
    const difference = compareValues(term.type, a, b);
    if (difference !== 0) return term.desc ? -difference : difference;
  }
  return 0;
}

/** Returns the sums of rows by field and ISO code. */
export function sumUp(entity: Entity, rows: readonly Row[]): Sums {
  const result: Record<string, Record<string, Decimal>> = {};
  for (const name of entity.list.sums) {
    const field = entity.field(name);
    if (field.kind.column !== "numeric" && field.kind.column !== "bigint") continue;
    for (const row of rows) {
      const value = toColumnValue(field, row[name]);
      if (value === null) continue;
      const code = findCurrency(field, row) ?? "";
      const sums = (result[name] ??= {});
      sums[code] = Decimal.of(String(value)).add(sums[code] ?? 0n);
    }
  }
  return Object.fromEntries(
    Object.entries(result).map(([name, sums]) => [
      name,
      Object.fromEntries(Object.entries(sums).map(([code, sum]) => [code, sum.toString()])),
    ]),
  );
}
