/** Compiles the filters and search of a query to SQL conditions. */
import type { Entity, Field } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import { matchesWhole } from "../entity/is-masked.ts";
import { splitMemberId } from "../entity/member-id.ts";
import { type ColumnRef, findColumn } from "../entity/columns.ts";
import { isDay } from "./context.ts";
import { searchText } from "./read-filter.ts";
import type { Filter, Query } from "../model/query.ts";
import type { Binder, SqlScope } from "./scope.ts";

/** Returns the filters of the query and of its view. A field may have one of each. */
export function listFilters(entity: Entity, query: Query): [ColumnRef, Filter][] {
  const view = entity.list.views.find((view) => view.id === query.view);
  const wanted = [
    ...Object.entries(view?.where ?? {}).map(([name, values]): [string, Filter] => [
      name,
      { style: "is", values, not: false },
    ]),
    ...Object.entries(query.filters),
  ];
  return wanted.flatMap(([name, filter]): [ColumnRef, Filter][] => {
    const column = findColumn(entity, name);
    return column ? [[column, filter]] : [];
  });
}

/** Returns the conditions for the records that the query matches. */
export function buildConditions(entity: Entity, query: Query, scope: SqlScope, bind: Binder): string[] {
  const { tenant } = entity.dialect;
  const found = tenant ? [`${tenant.column} = ${bind.add(scope.tenant, "text")}`] : ["1 = 1"];
  if (scope.ids) found.push(...buildNamed(scope.ids, scope, bind));
  for (const [column, filter] of listFilters(entity, query)) found.push(buildCondition(entity, column, filter, bind));
  if (query.exact) found.push(...buildNamed(query.exact, scope, bind));
  else if (query.q) {
    const { q } = query;
    const columns = entity.list.search.flatMap((name) => findColumn(entity, name) ?? []);
    const matches = columns.map(
      (column) =>
        `${foldColumn(column)} ilike ${bind.add(buildPattern(column.field, searchText(entity, column.field, q)), "text")}`,
    );
    found.push(matches.length > 0 ? `(${matches.join(" or ")})` : "1 = 0");
  }
  return found;
}

/** Returns the conditions for records with these ids. In a union the ids are prefixed with the member's name. */
function buildNamed(ids: readonly string[], { from }: SqlScope, bind: Binder): string[] {
  const among = (column: string, keys: readonly string[]) =>
    buildAlternatives(
      column,
      keys.map((key) => bind.add(key, "text")),
    );
  const whole = among("id", ids);
  return Array.isArray(from)
    ? [
        whole,
        among(
          "own_id",
          ids.map((id) => splitMemberId(id).key),
        ),
      ]
    : [whole];
}

function buildAlternatives(column: string, values: string[]): string {
  return values.length > 0 ? `${column} in (${values.join(", ")})` : "1 = 0";
}

/** Folds only ASCII letters, independent of the server's locale. */
function foldColumn({ column, type }: ColumnRef): string {
  return type === "text" ? `${column} collate "C"` : `${column}::text collate "C"`;
}

/** Escapes LIKE wildcards, so that `50%` matches only the text `50%`. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** Returns the LIKE pattern of values that contain a text, or that equal it if the field matches whole values only. */
function buildPattern(field: Field, text: string): string {
  return matchesWhole(field) ? escapeLike(text) : `%${escapeLike(text)}%`;
}

function buildCondition(entity: Entity, ref: ColumnRef, filter: Filter, bind: Binder): string {
  const { field, column, type } = ref;
  const ends = (from: string | undefined, to: string | undefined) => {
    const parts: string[] = [];
    const by = type === "text" ? `${column} collate "C"` : column;
    if (from !== undefined) parts.push(`${by} >= ${bind.add(toBound(entity, field, from, "from"), type)}`);
    if (to !== undefined) parts.push(`${by} <= ${bind.add(toBound(entity, field, to, "to"), type)}`);
    return parts.length > 0 ? parts.join(" and ") : "1 = 1";
  };
  switch (filter.style) {
    case "empty": {
      const text = type === "text";
      if (filter.not) return text ? `(${column} is not null and ${column} <> '')` : `${column} is not null`;
      return text ? `(${column} is null or ${column} = '')` : `${column} is null`;
    }
    case "contains":
      return `${foldColumn(ref)} ilike ${bind.add(buildPattern(field, filter.text), "text")}`;
    case "range":
      return ends(filter.from, filter.to);
    case "is": {
      if (field.kind.filter === "has") {
        const each = filter.values.map(
          (value) =>
            `${column} collate "C" like ${bind.add(`%${escapeLike(toBound(entity, field, value, "is"))}%`, "text")}`,
        );
        const held = `(${each.join(filter.all ? " and " : " or ") || "1 = 0"})`;
        return filter.not ? `(not ${held} or ${column} is null)` : held;
      }
      const any = isDay(field)
        ? `(${filter.values.map((day) => `(${ends(day, day)})`).join(" or ") || "1 = 0"})`
        : buildAlternatives(
            column,
            filter.values.map((value) => bind.add(toBound(entity, field, value, "is"), type)),
          );
      return filter.not ? `(not (${any}) or ${column} is null)` : any;
    }
  }
}

/**
 * Converts a filter value to the value that the database compares with. Unchanged if the kind has no conversion or
 * rejects it.
 */
export function toBound(entity: Entity, field: Field, value: string, edge: "from" | "to" | "is"): string {
  return field.kind.bound?.(value, edge, buildKindContext(entity, field, entity.dialect.languages[0])) ?? value;
}
