/** The order of a list: the sort terms with the record's id after them, so that no two records stand at the same place. */
import type { Entity } from "../entity/entity.ts";
import { type ColumnRef, columnOf } from "./columns.ts";
import type { Query } from "./query.ts";

/** One step of an order. */
export interface OrderTerm extends ColumnRef {
  desc: boolean;
  /**
   * Records without a value come last, whichever the direction. Only where the entity's own order names the field (every record has
   * it) they come first when descending: PostgreSQL's own placement, which a plain index serves.
   */
  emptyFirst: boolean;
}

/** Terms of the query's sort (else the entity's own), ending with the id unless a term is the id. */
export function orderOf(entity: Entity, query: Pick<Query, "sort">): OrderTerm[] {
  const own = new Set(entity.list.sort.map((term) => term.replace(/^-/, "")));
  const terms: OrderTerm[] = [];
  for (const written of query.sort.length > 0 ? query.sort : entity.list.sort) {
    const desc = written.startsWith("-");
    const found = columnOf(entity, written.replace(/^-/, ""));
    if (found) terms.push({ ...found, desc, emptyFirst: desc && own.has(found.field.name) });
    if (found?.column === "id") return terms;
  }
  const key = columnOf(entity, entity.key) ?? { field: entity.field(entity.key), column: "id", type: "text" as const };
  return [...terms, { ...key, desc: terms.at(-1)?.desc ?? false, emptyFirst: false }];
}

/** Sort values of a record, as the database writes them as text, the id last; `null` for an empty one. */
export type Position = (string | null)[];
