/**
 * What a list was like when the person left it by a link, so that "back" finds it again: rows, chosen rows, scroll. Held in memory only,
 * by the entry of the browser's history and the user, for the newest few.
 */
import type { Row } from "../model/entity.ts";
import type { Chosen } from "../operation/selection.ts";

/** What one list had on the screen. */
export interface Place {
  y?: number;
  chosen?: Chosen;
  rows?: readonly Row[];
  labels?: Record<string, Record<string, string>>;
  next?: string;
  total?: number;
  /** When the rows arrived, ms since the epoch. */
  asOf?: number;
}
const MOST = 12;
const places = new Map<string, Place>();

/** Name of the place that is open now: the entry in the history (the router numbers them) and the list in it. */
export function placeName(user: string, list: string): string {
  const entry = (history.state as { key?: string } | null)?.key ?? "first";
  return `${user} ${entry} ${list}`;
}
export const placeAt = (name: string): Place | undefined => places.get(name);

/** Adds to what is known about a place. */
export function notePlace(name: string, part: Place): void {
  const known = places.get(name);
  places.delete(name);
  places.set(name, { ...known, ...part });
  if (places.size > MOST) places.delete(places.keys().next().value!);
}
