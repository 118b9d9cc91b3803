/** Formats records for the clipboard. */
import { type ClipboardContent, formatClipboard } from "../export/clipboard-content.ts";
import { type ExportTable, listHeaders, listLineCells } from "../export/table.ts";
import type { Row } from "../model/entity.ts";

/** Returns the rows as clipboard content, with a header row unless `headed` is false. */
export function buildClipboardContent(table: ExportTable, rows: readonly Row[], headed = true): ClipboardContent {
  return formatClipboard(
    rows.flatMap((row) => listLineCells(table, row)),
    headed ? listHeaders(table) : undefined,
  );
}
