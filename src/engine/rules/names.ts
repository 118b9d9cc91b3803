import { closest, distance } from "fastest-levenshtein";

/** The nearest name, if it is near enough to be what was meant: two letters off, or a third of a long name. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const best = closest(name, names as string[]);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}

/** So many names are told where none of them was nearly meant. */
const MAX_LISTED = 15;

/** The end of a finding about a name that is not there: which there are, where none was nearly meant and they are few. */
export const listed = (names: readonly string[], meant: string | undefined): string => (meant === undefined && names.length > 0 && names.length <= MAX_LISTED ? `; there are: ${names.join(", ")}` : "");
