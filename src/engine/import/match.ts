/** Which row is the header and what each of its columns means: by property, by label in either language, or nearly so. */
import { distance } from "fastest-levenshtein";
import type { Target } from "./columns.ts";
import { HEAD_ROWS, type RawCell, type Sheet } from "./sheet.ts";

/** How sure a match is: `exact` for a property or a label, `near` for what looks like one, `chosen` for what a person said. */
export type Sureness = "exact" | "near" | "chosen";
/** What one column of the file means. */
export interface ColumnMatch {
  /** Place in the row, from 0. */
  at: number;
  header: string;
  /** Absent: ignored. */
  target?: Target;
  sure?: Sureness;
}

/** Headers as they compare: width, case, blanks, required marks and remarks in brackets make no difference. */
export function headerKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[([（【].*?[)\]）】]/g, "")
    .replace(/[\s*:：_\-·./]/g, "");
}

/** Letters that may differ between a header and a label that is meant: a fifth of them, none in short ones. */
const tolerance = (key: string): number => Math.floor(key.length / 5);

/** Targets of a header row. Every target is taken once, by the surest column; near ones only where exactly one label is nearest. */
export function matchColumns(headers: readonly RawCell[], targets: readonly Target[]): ColumnMatch[] {
  const columns: ColumnMatch[] = headers
    .map((cell, at) => ({ at, header: cell.text.trim() }))
    .filter(({ header }) => header !== "");
  const taken = new Set<string>();
  const keys = new Map(targets.map((target) => [target, target.names.map(headerKey)]));
  const take = (column: ColumnMatch, target: Target, sure: Sureness) => {
    taken.add(target.id);
    Object.assign(column, { target, sure });
  };
  for (const column of columns) {
    const key = headerKey(column.header);
    const target = targets.find((one) => !taken.has(one.id) && keys.get(one)!.includes(key));
    if (target && key !== "") take(column, target, "exact");
  }
  for (const column of columns) {
    if (column.target) continue;
    const key = headerKey(column.header);
    const near = targets
      .filter((one) => !taken.has(one.id))
      .map((target) => ({ target, far: Math.min(...keys.get(target)!.map((name) => apart(key, name))) }))
      .sort((a, b) => a.far - b.far);
    const [best, second] = near;
    if (best && best.far <= 1 && best.far < (second?.far ?? Infinity)) take(column, best.target, "near");
  }
  return columns;
}

/** One sign of a Chinese word of two (省 for 省份). */
const half = (key: string, name: string): boolean =>
  /^\p{Script=Han}$/u.test(key) && name.length === 2 && name.includes(key);

/** 0 alike, at most 1 near, else far. A label within a longer header is near, when both are long enough to mean something. */
function apart(key: string, name: string): number {
  if (key.length < 2 || name.length < 2) return key === name ? 0 : half(key, name) ? 0.9 : Infinity;
  if (key.includes(name) || name.includes(key))
    return Math.min(1, 1 - Math.min(key.length, name.length) / Math.max(key.length, name.length));
  const most = tolerance(name);
  const far = distance(key, name);
  return most > 0 && far <= most ? 0.5 + far / (2 * most + 2) : Infinity;
}

/** Index of the header: the row among the first ones with most headers that are known; else the first with two texts; else the first with any. */
export function guessHeader({ rows }: Sheet, targets: readonly Target[]): number {
  const keys = new Set(targets.flatMap((target) => target.names.map(headerKey)));
  const first = rows.slice(0, HEAD_ROWS);
  const scores = first.map(
    (row) => new Set(row.map((cell) => headerKey(cell.text)).filter((key) => keys.has(key))).size,
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

/** The same columns under which a person's choice is remembered. */
export const headerSet = (columns: readonly ColumnMatch[]): string =>
  columns.map((column) => headerKey(column.header)).join("|");
