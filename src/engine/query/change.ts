/** Changes of a query: two that were made from the same one, where the later keeps what the earlier did, and all filters off. */
import type { Query } from "../model/query.ts";

/** `now` with what `next` changed of `seen`, the query that the person had before them. */
export function withChange(now: Query, seen: Query, next: Query): Query {
  if (now === seen) return next;
  const changed = Object.entries(next).filter(([name, value]) => value !== seen[name as keyof Query]);
  const filters = { ...now.filters };
  for (const name of new Set([...Object.keys(seen.filters), ...Object.keys(next.filters)])) {
    const filter = next.filters[name];
    if (filter === seen.filters[name]) continue;
    if (filter) filters[name] = filter;
    else delete filters[name];
  }
  return { ...now, ...Object.fromEntries(changed), filters };
}

/** Nothing searched, nothing filtered, from the first page; the view stays. */
export const withoutFilters = (query: Query): Query => ({
  ...query,
  q: undefined,
  filters: {},
  page: 1,
  cursor: undefined,
  ignored: [],
});
