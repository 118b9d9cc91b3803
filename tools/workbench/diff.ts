/** Line diff of two texts, with context. */
import { structuredPatch } from "diff";
import type { DiffLine } from "./protocol.ts";

const AROUND = 2;

/** Returns the lines that differ; empty for equal texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  return structuredPatch("", "", before, after, "", "", { context: AROUND }).hunks.flatMap(({ newStart, lines }) => {
    let line = newStart;
    // A line starting with \ only marks a missing newline at the end.
    return lines
      .filter((text) => !text.startsWith("\\"))
      .map((text): DiffLine => {
        const sign = text[0] as DiffLine["sign"];
        return { sign, text: text.slice(1), ...(sign === "-" ? {} : { line: line++ }) };
      });
  });
}
