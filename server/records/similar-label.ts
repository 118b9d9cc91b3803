/** Finds names that a text probably means: parts of names, abbreviations, typing errors. */
import { distance } from "fastest-levenshtein";

/** Folds case, width and whitespace, which make no difference between names. */
export const fold = (value: unknown): string =>
  typeof value === "string" ? value.normalize("NFKC").toLowerCase().replace(/\s/g, "") : "";

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;
/** One letter in three may differ. */
const LETTERS_PER_TYPO = 3;

/** Returns the items that are nearest to a text by any of their names; empty for a text of less than two letters. */
export function findSimilar<T>(text: string, all: readonly T[], namesOf: (one: T) => readonly string[]): T[] {
  const wanted = fold(text);
  if (wanted.length < 2) return [];
  const ranked = all.flatMap((one) => {
    const ranks = namesOf(one).flatMap((name) => rank(wanted, fold(name)) ?? []);
    return ranks.length > 0 ? [{ one, rank: Math.min(...ranks) }] : [];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank);
  const [best] = sorted;
  if (!best) return [];
  // A match of a part of a name excludes names that are merely similar.
  return sorted
    .filter(({ rank }) => classify(rank) === classify(best.rank))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one }) => one);
}

/** Room for letters in each class of matches. */
const CLASS = 1_000;
const classify = (rank: number): number => Math.floor(rank / CLASS);

/**
 * Returns how far a name is from the text; undefined when it is not near. Lower is nearer: one contains the other, then an abbreviation (工行
 * of 中国工商银行), then a typing error; within each class by the letters that differ.
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

/** Returns whether a name contains all characters in their order. */
function isSubsequence(characters: string, name: string): boolean {
  let index = 0;
  for (const character of name) if (character === characters[index]) index += 1;
  return index === characters.length;
}
