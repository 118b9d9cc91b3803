import { closest, distance } from "fastest-levenshtein";

/**
 * Returns the closest name by edit distance. Undefined if there are no names, or if the distance exceeds both two and a
 * third of the name's length.
 */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const best = closest(name, [...names]);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}
