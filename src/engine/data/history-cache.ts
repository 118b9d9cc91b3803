/**
 * Caches the rows, selection and scroll position of lists per history entry and user, so that Back restores them. The
 * cache is kept in memory, for the newest entries only.
 */
import type { Row } from "../model/entity.ts";
import type { GroupTotal } from "../model/wire.ts";
import type { Chosen } from "../operation/selection.ts";

export interface CachedList {
  y?: number | undefined;
  chosen?: Chosen | undefined;
  rows?: readonly Row[] | undefined;
  labels?: Record<string, Record<string, string>> | undefined;
  next?: string | undefined;
  groups?: readonly GroupTotal[] | undefined;
  moreGroups?: boolean | undefined;
  total?: number | undefined;
  /** Time at which the rows were loaded, in milliseconds since the epoch. */
  asOf?: number | undefined;
}
const MAX_ENTRIES = 12;
const lists = new Map<string, CachedList>();

/**
 * Returns the cache key for a list in the current history entry, which the router identifies by `history.state.key`.
 */
export function cacheKey(user: string, list: string): string {
  const entry = (history.state as { key?: string } | null)?.key ?? "first";
  return `${user} ${entry} ${list}`;
}
export const readCachedList = (name: string): CachedList | undefined => lists.get(name);

/** Merges `part` into a cache entry. Evicts the oldest entry when the limit is exceeded. */
export function updateCachedList(name: string, part: CachedList): void {
  const cached = lists.get(name);
  lists.delete(name);
  lists.set(name, { ...cached, ...part });
  const [oldest] = lists.keys();
  if (oldest !== undefined && lists.size > MAX_ENTRIES) lists.delete(oldest);
}
