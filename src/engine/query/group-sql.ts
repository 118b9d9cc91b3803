/**
 * Compiles the grouping of a list to SQL: one group per value of a field, or per day or month, with the count and sums
 * of all matching records rather than of a page.
 */
import { toColumnValue } from "../entity/column-values.ts";
import { type ColumnRef, findColumn } from "../entity/columns.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import type { GroupTotal, GroupValue } from "../model/wire.ts";
import { MAX_GROUPS, toPeriod, buildPeriodSql, readGroup, type TimeUnit } from "./group.ts";
import { chooseRows, compareCodePoints, sumUp } from "./apply.ts";
import { buildConditions } from "./conditions.ts";
import { Binder, type SqlScope, type Statement } from "./scope.ts";
import { buildSource } from "./sql.ts";
import { foldSums, buildSumsSql, type SumStatement } from "./sum-sql.ts";

/** The column to group by. With a unit, its values are grouped into periods. */
type GroupColumn = ColumnRef & { unit?: TimeUnit };

/**
 * Returns the column that the query groups by.
 * @throws for a query without grouping
 */
function findGroupColumn(entity: Entity, { group = "" }: Query): GroupColumn {
  const { field, unit } = readGroup(group);
  const ref = findColumn(entity, field);
  if (!ref) throw new Error(`${entity.file}: no groups by "${group}"`);
  return unit ? { ...ref, column: buildPeriodSql(ref.column, unit, entity.dialect.zone), type: "text", unit } : ref;
}

/**
 * Returns the statement for the largest groups or the latest periods, with columns `value` and `count`. One row more
 * than `MAX_GROUPS` indicates further groups.
 * @example
 * const { sql: text, params } = buildGroupsSql(entity, { ...query, group: "status" }, sql);
 */
export function buildGroupsSql(entity: Entity, query: Query, scope: SqlScope): Statement {
  const { column, type, unit } = findGroupColumn(entity, query);
  const bind = new Binder();
  const where = buildConditions(entity, query, scope, bind).join(" and ");
  const order = unit
    ? `${column} desc nulls last`
    : `count(*) desc, ${type === "text" ? `${column} collate "C"` : column} asc nulls last`;
  const sql = `select ${column} as value, count(*) as count from ${buildSource(entity, scope)} where ${where} group by ${column} order by ${order} limit ${MAX_GROUPS + 1}`;
  return { sql, params: bind.params };
}

/**
 * Returns the statements for the sums of these groups, whose results `foldGroups` combines.
 * @example
 * const statements = buildGroupSumsSql(entity, { ...query, group: "status" }, sql, ["failed"]);
 */
export function buildGroupSumsSql(
  entity: Entity,
  query: Query,
  scope: SqlScope,
  values: readonly GroupValue[],
): SumStatement[] {
  const { column, type } = findGroupColumn(entity, query);
  const among = (bind: Binder): string => {
    const named = values.filter((value) => value !== null).map((value) => bind.add(value, type));
    const parts = [
      ...(named.length > 0 ? [`${column} in (${named.join(", ")})`] : []),
      ...(values.includes(null) ? [`${column} is null`] : []),
    ];
    return `(${parts.join(" or ") || "1 = 0"})`;
  };
  return buildSumsSql(entity, query, scope, { column, among });
}

/**
 * Combines the results of `buildGroupsSql` and `buildGroupSumsSql`.
 * @example
 * const groups = foldGroups(entity, [{ value: "failed", count: "2" }], { statements: [], results: [] });
 */
export function foldGroups(
  entity: Entity,
  found: readonly Row[],
  { statements, results }: { statements: SumStatement[]; results: readonly Row[][] },
): GroupTotal[] {
  return found.map(({ value, count }) => ({
    value: typeof value === "string" || typeof value === "boolean" ? value : null,
    count: Number(count),
    sums: foldSums(
      entity,
      statements,
      results.map((rows) => rows.filter((row) => row["value"] === value)),
    ),
  }));
}

/**
 * Returns the largest groups or the latest periods of rows in memory, with the same result as `buildGroupsSql` and
 * `foldGroups` for stored rows.
 * @example
 * const groups = groupRows(entity, rows, { ...query, group: "status" });
 */
export function groupRows(entity: Entity, rows: readonly Row[], query: Query): GroupTotal[] {
  const { field, unit } = findGroupColumn(entity, query);
  const groups = new Map<GroupValue, Row[]>();
  for (const row of chooseRows(entity, rows, query)) {
    const held = toColumnValue(field, row[field.name]);
    const value = unit && held !== null ? toPeriod(String(held), unit, entity.dialect.zone) : held;
    groups.set(value, [...(groups.get(value) ?? []), row]);
  }
  return [...groups]
    .map(([value, own]): GroupTotal => ({ value, count: own.length, sums: sumUp(entity, own) }))
    .toSorted((left, right) =>
      unit
        ? compareGroups(left.value, right.value, -1)
        : right.count - left.count || compareGroups(left.value, right.value, 1),
    )
    .slice(0, MAX_GROUPS + 1);
}

/** Compares group values in either direction. Records without a value always come last. */
const compareGroups = (left: GroupValue, right: GroupValue, direction: 1 | -1): number => {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return direction * compareCodePoints(String(left), String(right));
};
