import { closest, distance } from "fastest-levenshtein";

/** The nearest name, if it is near enough to be what was meant: two letters off, or a third of a long name. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const best = closest(name, names as string[]);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}
