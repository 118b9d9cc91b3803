/** Grouping of a list, and the query for the records of a group. */
import { formatDay, type Zone } from "../base/time-zone.ts";
import { findColumn } from "../entity/columns.ts";
import type { Entity } from "../model/entity.ts";
import type { Filter, Query } from "../model/query.ts";
import type { GroupValue } from "../model/wire.ts";

/**
 * Maximum number of groups in a response: the largest ones, or the latest periods.
 * @example
 * MAX_GROUPS // => 200
 */
export const MAX_GROUPS = 200;

/** Periods by which instants are grouped in the dialect's zone, with the format of their values. */
const UNITS = { day: "YYYY-MM-DD", month: "YYYY-MM" } as const;
export type TimeUnit = keyof typeof UNITS;

/** What a query groups by: a field, or the days or months of an instant. */
interface GroupBy {
  field: string;
  unit?: TimeUnit;
}

/**
 * Parses the value of `group`, such as `status` or `createdAt.day`.
 * @example
 * readGroup("createdAt.day") // => { field: "createdAt", unit: "day" }
 */
export function readGroup(group: string): GroupBy {
  const end = group.lastIndexOf(".");
  const [field, unit] = [group.slice(0, Math.max(end, 0)), group.slice(end + 1)];
  return field !== "" && (unit === "day" || unit === "month") ? { field, unit } : { field: group };
}

/**
 * Returns the day or month of an instant in the zone.
 * @example
 * toPeriod("2026-11-22T16:00:00.000Z", "day", { name: "Asia/Shanghai", offsetMinutes: 480 }) // => "2026-11-23"
 */
export const toPeriod = (instant: string, unit: TimeUnit, zone: Zone): string =>
  formatDay(Date.parse(instant), zone).slice(0, UNITS[unit].length);

/**
 * Returns the SQL that converts a timestamp column to days or months in the zone.
 * @example
 * buildPeriodSql("at", "day", { name: "UTC", offsetMinutes: 0 }) // => "to_char(at at time zone 'UTC' + interval '0 minutes', 'YYYY-MM-DD')"
 */
export const buildPeriodSql = (column: string, unit: TimeUnit, { offsetMinutes }: Zone): string =>
  `to_char(${column} at time zone 'UTC' + interval '${offsetMinutes} minutes', '${UNITS[unit]}')`;

/**
 * Returns whether the list can be grouped by the field or by its periods.
 * @example
 * const isOffered = isGroupable(entity, "status");
 */
export function isGroupable(entity: Entity, group: string): boolean {
  const { field, unit } = readGroup(group);
  const named = unit ? entity.list.periods : entity.list.groups;
  return named?.includes(group) === true && findColumn(entity, field) !== undefined;
}

/**
 * Returns the query for the records of a group, starting at the first page.
 * @example
 * const failed = narrowToGroup(query, "status", "failed");
 */
export function narrowToGroup(query: Query, field: string, value: GroupValue): Query {
  const filter: Filter =
    value === null ? { style: "empty", not: false } : { style: "is", values: [String(value)], not: false };
  const { group: _group, cursor: _cursor, ...rest } = query;
  return { ...rest, page: 1, filters: { ...query.filters, [field]: filter } };
}
