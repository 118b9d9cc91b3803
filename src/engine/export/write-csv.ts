/**
 * Writes CSV for Excel and WPS: UTF-8 with a byte order mark, RFC 4180 quoting, CRLF. Text that a spreadsheet would run
 * as a formula is prefixed with a single quote, which `unescapeFormula` removes on import.
 */
import type { Row } from "../model/entity.ts";
import type { Cell } from "../model/kind.ts";
import { escapeFormula, isFragile, isRounded } from "./spreadsheet-text.ts";
import { type ExportTable, listHeaders, listLineCells } from "./table.ts";

export interface CsvOptions {
  /**
   * Appends a tab to values that Excel and WPS would otherwise convert (`6222020200112233445`, `007`, `3-4`, `12E5`),
   * so that they stay text. Default: false, for files that programs read.
   */
  forExcel?: boolean | undefined;
}

/** Matches text that may need quoting or a guard. Most values do not match and skip both. */
const SPECIAL = /^[\s=+\-@＝＋－＠]|[",\r\n\t']|\s$/;

const quoteCell = (text: string) => (/[",\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function writeCell(cell: Cell, options: CsvOptions): string {
  switch (cell.type) {
    case "empty":
      return "";
    case "number":
      return options.forExcel && isRounded(cell.value) ? `"${cell.value}\t"` : cell.value;
    case "date":
      return cell.value;
    case "text":
      if (!options.forExcel && !SPECIAL.test(cell.value)) return cell.value;
      return quoteCell(options.forExcel && isFragile(cell.value) ? `${cell.value}\t` : escapeFormula(cell.value));
  }
}

/** Target chunk size in UTF-16 units, which bounds memory beyond one batch of rows. */
export const CHUNK = 64 * 1024;

/**
 * Yields the file in chunks as batches arrive.
 * @example
 * for await (const chunk of writeCsv(exportTable(entity, undefined, "en"), batches, { forExcel: true })) process.stdout.write(chunk);
 */
export async function* writeCsv(
  table: ExportTable,
  batches: AsyncIterable<readonly Row[]>,
  options: CsvOptions = {},
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `\ufeff${listHeaders(table)
    .map((label) => quoteCell(escapeFormula(label)))
    .join(",")}\r\n`;
  for await (const rows of batches) {
    for (const cells of rows.flatMap((row) => listLineCells(table, row))) {
      let comma = "";
      for (const cell of cells) {
        text += comma + writeCell(cell, options);
        comma = ",";
      }
      text += "\r\n";
      if (text.length >= CHUNK) {
        yield encoder.encode(text);
        text = "";
      }
    }
  }
  if (text !== "") yield encoder.encode(text);
}
