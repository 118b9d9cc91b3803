/** The person's own sheet again, with a first column that says what is wrong, and the cells that are meant in red. */
import type { ColumnMatch } from "./match.ts";
import type { ImportRow } from "./rows.ts";
import { RULE_MARK } from "./rows.ts";
import type { Sheet } from "./sheet.ts";
import type { WrittenCell, WrittenSheet } from "./write.ts";

/** A row that did not go through, and why. */
export type Failing = Pick<ImportRow, "line" | "cells"> & { problems: readonly { column: string; message: string }[] };

/** Everything above the header and the header stay as they are; below it stand the failing rows, as the person last had them. */
export function errorSheet(sheet: Sheet, header: number, columns: readonly ColumnMatch[], failing: readonly Failing[], title: string): WrittenSheet {
  const byLine = new Map(failing.map((row) => [row.line, row]));
  const width = Math.max(...sheet.rows.map((row) => row.length));
  const at = new Map(columns.flatMap((column) => (column.target ? [[column.at, column.target.id] as const] : [])));
  const rows = sheet.rows.flatMap((cells, index): WrittenCell[][] => {
    const failed = byLine.get(index + 1);
    const rules = cells.some((cell) => cell.text.startsWith(RULE_MARK));
    if (index > header && !failed && !rules) return [];
    const bad = new Set(failed?.problems.map((problem) => problem.column));
    const own = Array.from({ length: width }, (_, place): WrittenCell => {
      const id = at.get(place);
      const cell = (id !== undefined && failed?.cells[id]) || cells[place] || { text: "" };
      const look = id !== undefined && bad.has(id) ? "bad" : index === header ? "optional" : rules ? "rule" : "plain";
      return { text: cell.text, look, ...(cell.number && !cell.damaged ? { number: true } : {}) };
    });
    const reason = index === header ? { text: title, look: "required" as const } : { text: failed?.problems.map((problem) => problem.message).join("; ") ?? "", look: "reason" as const };
    return [[reason, ...own]];
  });
  return { title: sheet.name, columns: [{ width: 44 }, ...Array.from({ length: width }, (_, place) => ({ width: 20, text: at.has(place) && columns.some((column) => column.at === place && column.target?.reads.kind.column === "text") }))], rows, frozen: header + 1 };
}
