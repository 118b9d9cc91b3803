/** The lines that differ between two texts, each with a little of what stands around it. */
import { structuredPatch } from "diff";
import type { DiffLine } from "./protocol.ts";

const AROUND = 2;

/** Nothing for texts that are the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  return structuredPatch("", "", before, after, "", "", { context: AROUND }).hunks.flatMap(({ newStart, lines }) => {
    let line = newStart;
    // A line that begins with \ says only that the file ends without a new line.
    return lines
      .filter((text) => !text.startsWith("\\"))
      .map((text): DiffLine => {
        const sign = text[0] as DiffLine["sign"];
        return { sign, text: text.slice(1), ...(sign === "-" ? {} : { line: line++ }) };
      });
  });
}
