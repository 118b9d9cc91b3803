/** Merges concurrent changes to a query, and removes its filters. */
import type { Query } from "../model/query.ts";

/**
 * Merges concurrent changes: returns `now` with everything that `next` changed relative to `seen`, the query that both
 * are based on. If `now` is no longer `seen`, a member that `next` lacks is kept, unless it is a filter.
 */
export function rebaseQuery(now: Query, seen: Query, next: Query): Query {
  if (now === seen) return next;
  const before = new Map<string, unknown>(Object.entries(seen));
  const changed = Object.entries(next).filter(([name, value]) => value !== before.get(name));
  const filters = { ...now.filters };
  for (const name of new Set([...Object.keys(seen.filters), ...Object.keys(next.filters)])) {
    const filter = next.filters[name];
    if (filter === seen.filters[name]) continue;
    if (filter) filters[name] = filter;
    else delete filters[name];
  }
  return { ...now, ...Object.fromEntries(changed), filters };
}

/** Returns the query without search text and filters, on the first page. The view is kept. */
export function removeFilters(query: Query): Query {
  const kept: Query = { ...query, filters: {}, page: 1, ignored: [] };
  delete kept.q;
  delete kept.cursor;
  return kept;
}
