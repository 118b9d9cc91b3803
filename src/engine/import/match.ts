/** Finds the header row and maps its columns to targets by property name, label in either language, or similarity. */
import { distance } from "fastest-levenshtein";
import type { Target } from "./columns.ts";
import { HEAD_ROWS, type RawCell, type Sheet } from "./sheet.ts";

/**
 * Confidence of a match: `exact` for a property name, label or alias, `near` for a similar header, `chosen` when the
 * user selected the target, now or earlier for the same headers.
 */
export type MatchConfidence = "exact" | "near" | "chosen";
export interface ColumnMatch {
  /** 0-based column index. */
  at: number;
  header: string;
  /** The target. Undefined when the column is ignored. */
  target?: Target;
  confidence?: MatchConfidence;
}

/**
 * Normalises a header for comparison: ignores character width, case, blanks, required marks, bracketed remarks and the
 * separators `:`, `_`, `-`, `·`, `.` and `/`.
 */
export function normalizeHeader(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[([（【].*?[)\]）】]/g, "")
    .replace(/[\s*:：_\-·./]/g, "");
}

/** Returns the maximum edit distance for a similar header: one edit per five characters. */
const findTolerance = (key: string): number => Math.floor(key.length / 5);

/**
 * Maps a header row to targets. Each target is used once: for the first equal header, otherwise for the first similar
 * one. A similar header matches only when exactly one unused target is nearest.
 */
export function matchColumns(headers: readonly RawCell[], targets: readonly Target[]): ColumnMatch[] {
  const columns: ColumnMatch[] = headers
    .map((cell, index) => ({ at: index, header: cell.text.trim() }))
    .filter(({ header }) => header !== "");
  const taken = new Set<string>();
  const known = targets.map((target) => ({ target, keys: target.names.map(normalizeHeader) }));
  const take = (column: ColumnMatch, target: Target, confidence: MatchConfidence) => {
    taken.add(target.id);
    Object.assign(column, { target, confidence });
  };
  for (const column of columns) {
    const key = normalizeHeader(column.header);
    const match = known.find(({ target, keys }) => !taken.has(target.id) && keys.includes(key));
    if (match && key !== "") take(column, match.target, "exact");
  }
  for (const column of columns) {
    if (column.target) continue;
    const key = normalizeHeader(column.header);
    const near = known
      .filter(({ target }) => !taken.has(target.id))
      .map(({ target, keys }) => ({ target, far: Math.min(...keys.map((name) => measureDistance(key, name))) }))
      .sort((a, b) => a.far - b.far);
    const [best, second] = near;
    if (best && best.far <= 1 && best.far < (second?.far ?? Infinity)) take(column, best.target, "near");
  }
  return columns;
}

/** Returns whether the header is one character of a two-character Chinese label (省 for 省份). */
const isHalf = (key: string, name: string): boolean =>
  /^\p{Script=Han}$/u.test(key) && name.length === 2 && name.includes(key);

/**
 * Returns the distance of two headers: 0 when equal, up to 1 when similar, otherwise Infinity. Headers are similar if
 * one contains the other or their edit distance is within the tolerance. Single characters match only if equal or half
 * of a label.
 */
function measureDistance(key: string, name: string): number {
  if (key.length < 2 || name.length < 2) return key === name ? 0 : isHalf(key, name) ? 0.9 : Infinity;
  if (key.includes(name) || name.includes(key))
    return Math.min(1, 1 - Math.min(key.length, name.length) / Math.max(key.length, name.length));
  const most = findTolerance(name);
  const far = distance(key, name);
  return most > 0 && far <= most ? 0.5 + far / (2 * most + 2) : Infinity;
}

/**
 * Returns the index of the header row: among the first rows the one with the most known headers, otherwise the first
 * with at least two cells of text, otherwise the first with any text, otherwise 0.
 */
export function guessHeader({ rows }: Sheet, targets: readonly Target[]): number {
  const keys = new Set(targets.flatMap((target) => target.names.map(normalizeHeader)));
  const first = rows.slice(0, HEAD_ROWS);
  const scores = first.map(
    (row) => new Set(row.map((cell) => normalizeHeader(cell.text)).filter((key) => keys.has(key))).size,
  );
  const best = Math.max(0, ...scores);
  if (best > 0) return scores.indexOf(best);
  const texts = (row: readonly RawCell[]) => row.filter((cell) => cell.text.trim() !== "" && !cell.number).length;
  const two = first.findIndex((row) => texts(row) >= 2);
  return two >= 0
    ? two
    : Math.max(
        0,
        first.findIndex((row) => texts(row) >= 1),
      );
}

/** Returns the key under which a mapping is stored. */
export const joinHeaders = (columns: readonly ColumnMatch[]): string =>
  columns.map((column) => normalizeHeader(column.header)).join("|");
