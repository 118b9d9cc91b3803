/** Finds the names that an input probably means, by parts of names, abbreviations and typos. */
import { distance } from "fastest-levenshtein";

/** Normalises case, width and whitespace, which do not distinguish names. */
export const fold = (value: unknown): string =>
  typeof value === "string" ? value.normalize("NFKC").toLowerCase().replace(/\s/g, "") : "";

const MAX_SUGGESTIONS = 3;
/** Number of letters per allowed typo. */
const LETTERS_PER_TYPO = 3;

/**
 * Returns up to three items whose names are most similar to a text, or an empty array if the text has fewer than two
 * letters.
 */
export function findSimilar<T>(text: string, all: readonly T[], namesOf: (item: T) => readonly string[]): T[] {
  const wanted = fold(text);
  if (wanted.length < 2) return [];
  const ranked = all.flatMap((item) => {
    const ranks = namesOf(item).flatMap((name) => rank(wanted, fold(name)) ?? []);
    return ranks.length > 0 ? [{ one: item, rank: Math.min(...ranks) }] : [];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank);
  const [best] = sorted;
  if (!best) return [];
  // Keep only the best class: if a name contains the text, names that are merely similar are dropped.
  return sorted
    .filter(({ rank }) => classify(rank) === classify(best.rank))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one: item }) => item);
}

/** Distance between the ranks of two match classes. */
const CLASS = 1_000;
const classify = (rank: number): number => Math.floor(rank / CLASS);

/**
 * Ranks how well a name matches the text (lower is better), or returns undefined if it does not match. Names that
 * contain the text, or are contained in it, rank first, then abbreviations (工行 for 中国工商银行), then typos. Within a class,
 * the rank is the difference in length, or the edit distance for typos.
 */
function rank(wanted: string, name: string): number | undefined {
  const apart = Math.abs(wanted.length - name.length);
  if (name.length > 1 && (name.includes(wanted) || wanted.includes(name))) return apart;
  if (/^\p{Script=Han}+$/u.test(wanted) && isSubsequence(wanted, name)) return CLASS + apart;
  const most = Math.floor(Math.max(wanted.length, name.length) / LETTERS_PER_TYPO);
  if (apart > most) return undefined;
  const typos = distance(wanted, name);
  return typos <= most ? 2 * CLASS + typos : undefined;
}

/** Returns whether a name contains all characters in the same order. */
function isSubsequence(characters: string, name: string): boolean {
  let index = 0;
  for (const character of name) if (character === characters[index]) index += 1;
  return index === characters.length;
}
