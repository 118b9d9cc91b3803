/** Total order of a list: the sort terms followed by the record's id. */
import type { Entity } from "../model/entity.ts";
import { type ColumnRef, findColumn, isSortable } from "../entity/columns.ts";
import type { Query } from "../model/query.ts";

/** A term of a sort order. */
export interface SortTerm extends ColumnRef {
  desc: boolean;
  /**
   * Whether records without a value come first. They come last in either direction, except when sorting in descending
   * order by a field of the entity's default order, where PostgreSQL's default allows using a plain index.
   */
  emptyFirst: boolean;
  /** Whether all records in scope have a value, so that the index's own null placement can be used. */
  noneEmpty?: boolean;
}

/** Sort terms, at least one. */
export type SortTerms = readonly [SortTerm, ...SortTerm[]];

/**
 * Returns the terms of the query's sort (by default the entity's own), ending with the id. A single choice field is
 * followed by the entity's default order in the same direction, as in the index, if `addOwnSort` permits it.
 * @example
 * const terms = listSortTerms(entity, { sort: ["-amount"] });
 */
export function listSortTerms(entity: Entity, query: Pick<Query, "sort">): SortTerms {
  const own = new Set(entity.list.sort.map((term) => term.replace(/^-/, "")));
  const terms: SortTerm[] = [];
  for (const written of query.sort.length > 0 ? addOwnSort(entity, query.sort) : entity.list.sort) {
    const desc = written.startsWith("-");
    const found = findColumn(entity, written.replace(/^-/, ""));
    if (!found) continue;
    const term = { ...found, desc, emptyFirst: desc && own.has(found.field.name) };
    if (found.column === "id") return appendTerm(terms, term);
    terms.push(term);
  }
  const key = findColumn(entity, entity.key) ?? {
    field: entity.field(entity.key),
    column: "id",
    type: "text" as const,
  };
  return appendTerm(terms, { ...key, desc: terms.at(-1)?.desc ?? false, emptyFirst: false });
}

function appendTerm([first, ...rest]: readonly SortTerm[], last: SortTerm): SortTerms {
  return first ? [first, ...rest, last] : [last];
}

/**
 * Appends the remaining terms of the entity's default order to a sort by a single choice field, if that order has a
 * single direction and an index.
 */
function addOwnSort(entity: Entity, sort: readonly string[]): readonly string[] {
  const [term = ""] = sort;
  const own = entity.list.sort.map((item) => item.replace(/^-/, ""));
  const field = findColumn(entity, term.replace(/^-/, ""))?.field;
  const isOneWay = new Set(entity.list.sort.map((item) => item.startsWith("-"))).size === 1;
  if (
    sort.length > 1 ||
    !field ||
    field.kind.filter !== "is" ||
    !isOneWay ||
    !own.every((name) => isSortable(entity, name))
  )
    return sort;
  const rest = own.filter((name) => name !== field.name);
  return [term, ...rest.map((name) => (term.startsWith("-") ? `-${name}` : name))];
}

/**
 * Returns whether records without a value for the first term come last. They are read separately, so that an index can
 * be used for the others in both directions.
 * @example
 * const last = isEmptyLast(entity, { sort: ["-amount"] });
 */
export function isEmptyLast(entity: Entity, query: Pick<Query, "sort">): boolean {
  const [first] = listSortTerms(entity, query);
  return first.column !== "id" && !first.emptyFirst;
}

/** Sort values of a record as database text, ending with the id. Null stands for an empty value. */
export type Position = (string | null)[];
