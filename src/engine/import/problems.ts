/** Groups the problems of many rows, so that the same problem is listed only once. */
import type { ImportRow, RowProblem } from "./rows.ts";

/** Rows with the same problem in the same column. */
export interface ProblemGroup extends RowProblem {
  lines: number[];
}

/** Groups problems by column, code and message, largest group first. */
export function groupProblems(rows: readonly Pick<ImportRow, "line" | "problems">[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const { line, problems } of rows) {
    for (const problem of problems) {
      const key = JSON.stringify([problem.column, problem.code, problem.message]);
      const group = groups.get(key) ?? { ...problem, lines: [] };
      groups.set(key, group);
      group.lines.push(line);
    }
  }
  return [...groups.values()].sort((a, b) => b.lines.length - a.lines.length);
}

/** Formats row numbers as ranges: `3, 9-14, 20`. */
export function formatRanges(lines: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else if (!last || line !== last[1]) parts.push([line, line]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}
