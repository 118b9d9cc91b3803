/** Formats records for the clipboard. */
import { type Clip, formatClip } from "../export/clip.ts";
import { type ExportTable, listHeaders, listLineCells } from "../export/table.ts";
import type { Row } from "../model/entity.ts";

/** Returns the rows as clipboard content, with a header row unless `headed` is false. */
export function buildClip(table: ExportTable, rows: readonly Row[], headed = true): Clip {
  return formatClip(
    rows.flatMap((row) => listLineCells(table, row)),
    headed ? listHeaders(table) : undefined,
  );
}
