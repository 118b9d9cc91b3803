/**
 * Parser of `schemas/CHANGES.md`, with one dated line per intended breaking change. A line applies once, to changes
 * since the last commit that contains it.
 */
import { createFinding, type LocalizedMessage, type SchemaError } from "@portolan/engine/compiler";
import type { Change } from "./changes/change.ts";
import { toolMessages } from "./tool-messages.ts";

interface Note {
  line: number;
  text: string;
  /** What changed: `withdrawal.remark`, or `*.remark` for the field in all entities. */
  at: string[];
  what: string;
}
const LINE = /^[-*] (\d{4}-\d{2}-\d{2}) (.+) ([a-z-]+): \S/;

/** Returns the lines that are not in the base, and findings for invalid lines. */
export function readNewNotes(file: string, text: string, before: string): { notes: Note[]; findings: SchemaError[] } {
  const known = new Set(before.split("\n"));
  const notes: Note[] = [];
  const findings: SchemaError[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (known.has(line) || !/^[-*] /.test(line)) continue;
    const [, , at, what] = LINE.exec(line) ?? [];
    if (at && what) notes.push({ line: index + 1, text: line, at: at.split(/,\s*/), what });
    else findings.push(createWarning({ file, line: index + 1, text: line }, "bad-note", toolMessages.badNote()));
  }
  return { notes, findings };
}

/** Returns whether a note declares the change as intended. */
export const isMeant = (notes: readonly Note[], { at, what }: Change): boolean =>
  notes.some((note) => note.what === what && note.at.some((item) => matchesPattern(item, at)));
const matchesPattern = (pattern: string, location: string): boolean =>
  pattern === location || (pattern.startsWith("*.") && location.endsWith(pattern.slice(1)));

/** Returns findings for notes that match no change. */
export const findUnusedNotes = (file: string, notes: readonly Note[], changes: readonly Change[]): SchemaError[] =>
  notes
    .filter((note) => !changes.some((change) => isMeant([note], change)))
    .map(({ line, text }) => createWarning({ file, line, text }, "idle-note", toolMessages.idleNote()));

/** Returns the note for changes of the same type. */
export const formatNote = (changes: readonly Change[], day: string): string =>
  `- ${day} ${changes.map(({ at }) => at).join(", ")} ${changes[0]!.what}: `;

const createWarning = (
  line: Pick<SchemaError, "file" | "line" | "text">,
  rule: string,
  message: LocalizedMessage,
): SchemaError => createFinding({ ...line, column: 1, length: line.text.length }, rule, message, undefined, "warn");
