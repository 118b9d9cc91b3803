/** What a group of a list is, and the query of its records. */
import { findColumn } from "../entity/columns.ts";
import type { Entity } from "../model/entity.ts";
import type { Filter, Query } from "../model/query.ts";
import type { GroupValue } from "../model/wire.ts";

/**
 * Maximum groups of an answer, the largest first.
 * @example
 * MAX_GROUPS // => 200
 */
export const MAX_GROUPS = 200;

/**
 * Returns whether users may group the list by the field.
 * @example
 * const isOffered = isGroupable(entity, "status");
 */
export const isGroupable = (entity: Entity, name: string): boolean =>
  entity.list.groups?.includes(name) === true && findColumn(entity, name) !== undefined;

/**
 * Returns the query of the records in one group, on its first page.
 * @example
 * const failed = narrowToGroup(query, "status", "failed");
 */
export function narrowToGroup(query: Query, field: string, value: GroupValue): Query {
  const filter: Filter =
    value === null ? { style: "empty", not: false } : { style: "is", values: [String(value)], not: false };
  const { group: _group, cursor: _cursor, ...rest } = query;
  return { ...rest, page: 1, filters: { ...query.filters, [field]: filter } };
}
