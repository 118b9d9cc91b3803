/** Narrows a list's query to some of its records. */
import type { Query } from "../model/query.ts";

/**
 * Returns the first page of the query narrowed to records with these values, or undefined when the query's own lists of
 * values exclude all values of a field. Its other filters on these fields are replaced.
 */
export function narrowQuery(query: Query, where: Readonly<Record<string, readonly string[]>>): Query | undefined {
  const filters = { ...query.filters };
  for (const [name, wanted] of Object.entries(where)) {
    const own = filters[name];
    const isChosen = own?.style === "is" && !own.not;
    const isLeftOut = own?.style === "is" && own.not;
    const values = wanted.filter((item) =>
      isChosen ? own.values.includes(item) : !(isLeftOut && own.values.includes(item)),
    );
    if (values.length === 0) return undefined;
    filters[name] = { style: "is", values, not: false };
  }
  const { cursor: _cursor, ...rest } = query;
  return { ...rest, filters, page: 1 };
}
