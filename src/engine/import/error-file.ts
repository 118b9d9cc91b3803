/**
 * Reduces the user's sheet to its invalid rows, with the reason and the row number in front of the original cells.
 * Invalid cells are red.
 */
import type { ColumnMatch } from "./match.ts";
import type { ImportRow } from "./rows.ts";
import { RULE_PREFIX } from "./rows.ts";
import type { Sheet } from "./sheet.ts";
import type { WrittenCell, WrittenSheet } from "./write.ts";

export type FailedRow = Pick<ImportRow, "line" | "cells"> & {
  problems: readonly { column: string; message: string }[];
};

export interface ErrorTexts {
  /** Headers of the two added columns. */
  reason: string;
  line: string;
  /** Separators between a field's label and its problem, and between problems. */
  colon: string;
  stop: string;
  /** Returns the label of a column by its id. */
  field(column: string): string;
}

/**
 * Builds the sheet: the rows up to the header and the template's row of rules with their texts unchanged, then the
 * invalid rows as last edited. Adds two columns at the start, for the reason and the line, which replace those of an
 * earlier error file.
 */
export function buildErrorSheet(
  { sheet: given, header, columns: matched }: { sheet: Sheet; header: number; columns: readonly ColumnMatch[] },
  failing: readonly FailedRow[],
  texts: ErrorTexts,
): WrittenSheet {
  const before = [texts.reason, texts.line].every((title, index) => given.rows[header]?.[index]?.text === title)
    ? 2
    : 0;
  const sheet = { ...given, rows: given.rows.map((row) => row.slice(before)) };
  const columns = matched
    .filter((column) => column.at >= before)
    .map((column) => ({ ...column, at: column.at - before }));
  const byLine = new Map(failing.map((row) => [row.line, row]));
  const width = Math.max(...sheet.rows.map((row) => row.length));
  const at = new Map(columns.flatMap((column) => (column.target ? [[column.at, column.target.id] as const] : [])));
  const rows = sheet.rows.flatMap((cells, index): WrittenCell[][] => {
    const failed = byLine.get(index + 1);
    const rules = cells.some((cell) => cell.text.startsWith(RULE_PREFIX));
    if (index > header && !failed && !rules) return [];
    const bad = new Set(failed?.problems.map((problem) => problem.column));
    const own = Array.from({ length: width }, (_, position): WrittenCell => {
      const id = at.get(position);
      const cell = (id !== undefined && failed?.cells[id]) || cells[position] || { text: "" };
      const look = id !== undefined && bad.has(id) ? "bad" : index === header ? "optional" : rules ? "rule" : "plain";
      return { text: cell.text, look, ...(cell.number && !cell.damaged ? { number: true } : {}) };
    });
    if (index === header)
      return [[{ text: texts.reason, look: "required" }, { text: texts.line, look: "required" }, ...own]];
    const text =
      failed?.problems
        .map(({ column, message }) => (column === "" ? message : `${texts.field(column)}${texts.colon}${message}`))
        .join(texts.stop) ?? "";
    const line: WrittenCell = failed
      ? { text: String(failed.line), look: "plain", number: true }
      : { text: "", look: "reason" };
    return [[{ text, look: "reason" }, line, ...own]];
  });
  return {
    title: sheet.name,
    columns: [
      { width: 44 },
      { width: 10 },
      ...Array.from({ length: width }, (_, index) => ({
        width: 20,
        text:
          at.has(index) && columns.some((column) => column.at === index && column.target?.reads.kind.column === "text"),
      })),
    ],
    rows,
    frozen: header + 1,
  };
}
