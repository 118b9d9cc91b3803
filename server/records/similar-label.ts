/** Names that somebody may have meant who wrote one that is none: parts of names, short forms, slips. */
import { distance } from "fastest-levenshtein";

/** Case, width and blanks make no difference between names. */
export const fold = (value: unknown): string =>
  typeof value === "string" ? value.normalize("NFKC").toLowerCase().replace(/\s/g, "") : "";

/** So many are offered: more are a list of their own. */
const MOST = 3;
/** Letters that may differ: a third of them. */
const SLIPS = 3;

/** The nearest of these, by any of the names that each is known by. */
export function nearest<T>(text: string, all: readonly T[], namesOf: (one: T) => readonly string[]): T[] {
  const wanted = fold(text);
  if (wanted.length < 2) return [];
  const ranked = all.flatMap((one) => {
    const ranks = namesOf(one).flatMap((name) => rank(wanted, fold(name)) ?? []);
    return ranks.length > 0 ? [{ one, rank: Math.min(...ranks) }] : [];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank);
  // Whoever is named in part is not taken for somebody of a similar name.
  return sorted
    .filter(({ rank }) => way(rank) === way(sorted[0]!.rank))
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** The ways in which a name can be near, each with room for letters. */
const WAY = 1_000;
const way = (rank: number): number => Math.floor(rank / WAY);

/** Smaller is nearer: one within the other, before a short form (工行 of 中国工商银行), before a slip; among each the fewest letters apart. */
function rank(wanted: string, name: string): number | undefined {
  const apart = Math.abs(wanted.length - name.length);
  if (name.length > 1 && (name.includes(wanted) || wanted.includes(name))) return apart;
  if (/^\p{Script=Han}+$/u.test(wanted) && isWithin(wanted, name)) return WAY + apart;
  const most = Math.floor(Math.max(wanted.length, name.length) / SLIPS);
  if (apart > most) return undefined;
  const slips = distance(wanted, name);
  return slips <= most ? 2 * WAY + slips : undefined;
}

/** Whether all signs of the one stand in the other, in their order. */
function isWithin(signs: string, name: string): boolean {
  let at = 0;
  for (const sign of name) if (sign === signs[at]) at += 1;
  return at === signs.length;
}
