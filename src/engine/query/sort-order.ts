/** Total order of a list: the sort terms followed by the record's id. */
import type { Entity } from "../model/entity.ts";
import { type ColumnRef, findColumn, isSortable } from "../entity/columns.ts";
import type { Query } from "../model/query.ts";

/** One term of an order. */
export interface SortTerm extends ColumnRef {
  desc: boolean;
  /**
   * True when records without a value come first. They come last in either direction, except when descending by a field
   * of the entity's own order: that is PostgreSQL's default, which a plain index serves.
   */
  emptyFirst: boolean;
  /** True when all records in scope have a value, so that the index's own null placement applies. */
  noneEmpty?: boolean;
}

/** At least one term. */
export type SortTerms = readonly [SortTerm, ...SortTerm[]];

/**
 * Returns the terms of the query's sort (without one: the entity's own), ending with the id. After a single choice
 * field the entity's own order follows in the same direction, as the index has it.
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
 * Appends the rest of the entity's own order to a sort by one choice field, when that order has a single
 * direction and an index.
 */
function addOwnSort(entity: Entity, sort: readonly string[]): readonly string[] {
  const [term = ""] = sort;
  const own = entity.list.sort.map((one) => one.replace(/^-/, ""));
  const field = findColumn(entity, term.replace(/^-/, ""))?.field;
  const isOneWay = new Set(entity.list.sort.map((one) => one.startsWith("-"))).size === 1;
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
 * True when records without a value in the first term come last. They are read separately, so that an index serves the
 * others in both directions.
 * @example
 * const last = isEmptyLast(entity, { sort: ["-amount"] });
 */
export function isEmptyLast(entity: Entity, query: Pick<Query, "sort">): boolean {
  const [first] = listSortTerms(entity, query);
  return first.column !== "id" && !first.emptyFirst;
}

/** Sort values of a record as database text, id last; null for an empty value. */
export type Position = (string | null)[];
