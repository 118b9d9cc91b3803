/**
 * Caches a list's rows, selection and scroll position per history entry and user, so that Back restores them. In memory
 * only, for the newest entries.
 */
import type { Row } from "../model/entity.ts";
import type { Chosen } from "../operation/selection.ts";

/** Cached state of one list. */
export interface Place {
  y?: number;
  chosen?: Chosen;
  rows?: readonly Row[];
  labels?: Record<string, Record<string, string>>;
  next?: string;
  total?: number;
  /** Load time of the rows, epoch ms. */
  asOf?: number;
}
const MOST = 12;
const places = new Map<string, Place>();

/** Returns the cache key of the current history entry (numbered by the router) and list. */
export function placeName(user: string, list: string): string {
  const entry = (history.state as { key?: string } | null)?.key ?? "first";
  return `${user} ${entry} ${list}`;
}
export const placeAt = (name: string): Place | undefined => places.get(name);

/** Merges `part` into a cache entry; evicts the oldest entry above the limit. */
export function notePlace(name: string, part: Place): void {
  const known = places.get(name);
  places.delete(name);
  places.set(name, { ...known, ...part });
  if (places.size > MOST) places.delete(places.keys().next().value!);
}
