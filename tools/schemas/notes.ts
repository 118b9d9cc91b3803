/** `schemas/CHANGES.md`: a dated line for each change that breaks something and is meant. A line counts once: for what changed since the last commit that has it. */
import { findingAt, type Said, type SchemaError } from "../../src/engine/compiler.ts";
import type { Change } from "./changes/change.ts";
import { toolWords } from "./tool-words.ts";

interface Note {
  line: number;
  text: string;
  /** What changed: `withdrawal.remark`, or `*.remark` for that field wherever it is. */
  at: string[];
  what: string;
}
const LINE = /^[-*] (\d{4}-\d{2}-\d{2}) (.+) ([a-z-]+): \S/;

/** The lines that the base has not yet, and those that cannot be read. */
export function notesSince(file: string, text: string, before: string): { notes: Note[]; findings: SchemaError[] } {
  const known = new Set(before.split("\n"));
  const notes: Note[] = [];
  const findings: SchemaError[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (known.has(line) || !/^[-*] /.test(line)) continue;
    const [, , at, what] = LINE.exec(line) ?? [];
    if (at && what) notes.push({ line: index + 1, text: line, at: at.split(/,\s*/), what });
    else findings.push(warning(file, index + 1, line, "bad-note", toolWords.badNote()));
  }
  return { notes, findings };
}

/** Whether a note says that the change is meant. */
export const isMeant = (notes: readonly Note[], { at, what }: Change): boolean =>
  notes.some((note) => note.what === what && note.at.some((one) => fits(one, at)));
const fits = (pattern: string, at: string): boolean =>
  pattern === at || (pattern.startsWith("*.") && at.endsWith(pattern.slice(1)));

/** Notes that no change needs. */
export const idle = (file: string, notes: readonly Note[], changes: readonly Change[]): SchemaError[] =>
  notes
    .filter((note) => !changes.some((change) => isMeant([note], change)))
    .map(({ line, text }) => warning(file, line, text, "idle-note", toolWords.idleNote()));

/** The line that would say so of changes of one kind. */
export const noteFor = (changes: readonly Change[], day: string): string =>
  `- ${day} ${changes.map(({ at }) => at).join(", ")} ${changes[0]!.what}: `;

const warning = (file: string, line: number, text: string, rule: string, said: Said): SchemaError =>
  findingAt({ file, line, column: 1, text, length: text.length }, rule, said, undefined, "warn");
