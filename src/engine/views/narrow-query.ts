/** Narrows a list's query to some of its records. */
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { matchesFilter } from "../query/apply.ts";

/**
 * Returns the first page of the query narrowed to records with these values, or undefined when the query's own filters
 * exclude all values of a field.
 */
export function narrowQuery(
  entity: Entity,
  query: Query,
  where: Readonly<Record<string, readonly string[]>>,
): Query | undefined {
  const filters = { ...query.filters };
  for (const [name, wanted] of Object.entries(where)) {
    const own = filters[name];
    const values = wanted.filter((item) => !own || matchesFilter(entity, { [name]: item }, [name, own]));
    if (values.length === 0) return undefined;
    filters[name] = { style: "is", values, not: false };
  }
  const { cursor: _cursor, ...rest } = query;
  return { ...rest, filters, page: 1 };
}
