/** The order of a list: the sort terms with the record's id after them, so that no two records stand at the same place. */
import type { Entity } from "../model/entity.ts";
import { type ColumnRef, columnOf } from "../entity/columns.ts";
import type { Query } from "../model/query.ts";

/** One step of an order. */
export interface OrderTerm extends ColumnRef {
  desc: boolean;
  /**
   * Records without a value come last, whichever the direction. Only where the entity's own order names the field (every record has
   * it) they come first when descending: PostgreSQL's own placement, which a plain index serves.
   */
  emptyFirst: boolean;
  /** No record at hand is without a value: the placement is the index's. */
  noneEmpty?: boolean;
}

/**
 * Terms of the query's sort (else the entity's own), ending with the id unless a term is the id. Among records that share the one value of a choice the entity's own
 * order holds, in that term's direction: as their index has them.
 */
export function orderOf(entity: Entity, query: Pick<Query, "sort">): OrderTerm[] {
  const own = new Set(entity.list.sort.map((term) => term.replace(/^-/, "")));
  const terms: OrderTerm[] = [];
  for (const written of query.sort.length > 0 ? withOwn(entity, query.sort) : entity.list.sort) {
    const desc = written.startsWith("-");
    const found = columnOf(entity, written.replace(/^-/, ""));
    if (found) terms.push({ ...found, desc, emptyFirst: desc && own.has(found.field.name) });
    if (found?.column === "id") return terms;
  }
  const key = columnOf(entity, entity.key) ?? { field: entity.field(entity.key), column: "id", type: "text" as const };
  return [...terms, { ...key, desc: terms.at(-1)?.desc ?? false, emptyFirst: false }];
}

/** A sort by one choice, and the entity's own order behind it where all of that has one direction. */
function withOwn(entity: Entity, sort: readonly string[]): readonly string[] {
  const [term = ""] = sort;
  const own = entity.list.sort.map((one) => one.replace(/^-/, ""));
  const field = columnOf(entity, term.replace(/^-/, ""))?.field;
  const isOneWay = new Set(entity.list.sort.map((one) => one.startsWith("-"))).size === 1;
  if (sort.length > 1 || !field || field.kind.filter !== "is" || !isOneWay || own.includes(field.name)) return sort;
  return [term, ...own.map((name) => (term.startsWith("-") ? `-${name}` : name))];
}

/** Whether a list in this order ends with records that have no value in its first column. They are read apart: so an index serves the others in both directions. */
export function endsEmpty(entity: Entity, query: Pick<Query, "sort">): boolean {
  const [first] = orderOf(entity, query);
  return first !== undefined && first.column !== "id" && !first.emptyFirst;
}

/** Sort values of a record, as the database writes them as text, the id last; `null` for an empty one. */
export type Position = (string | null)[];
