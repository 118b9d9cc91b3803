/**
 * CSV as Excel and WPS open it: UTF-8 with a byte order mark, RFC 4180 quoting, CRLF. Numbers are plain; a text that a spreadsheet would take for a formula
 * gets a single quote before it, which `unguard` (our import) takes off again.
 */
import type { Row } from "../model/entity.ts";
import type { Cell } from "../model/kind.ts";
import { cellsOf, type ExportTable, headerOf, isRounded } from "./table.ts";

/** What a CSV may be asked besides. */
export interface CsvOptions {
  /**
   * For spreadsheets: what Excel and WPS would turn into another value (`6222020200112233445`, `007`, `3-4`, `12E5`) gets a tab behind it, which makes
   * it a text there. Without it the file is for programs: every value as it is.
   */
  forExcel?: boolean;
}

/** First characters that start a formula somewhere, full-width forms included; quotes before them would be mistaken for ours. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Texts that a spreadsheet would damage: leading zeros, more than 11 digits (from 12 on it shows an exponent), what reads as an exponent or a day. */
const FRAGILE = /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e\d+|\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?)$/i;
/** Amounts get the tab as well where a spreadsheet would round them. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** `=1+1` -> `'=1+1`. Numbers never come here. */
export function guard(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Takes off what `guard` and `forExcel` put there. */
export function unguard(text: string): string {
  if (text.startsWith("'") && FORMULA.test(text)) return text.slice(1);
  if (!text.endsWith("\t")) return text;
  const value = text.slice(0, -1);
  return FRAGILE.test(value) || NUMBER.test(value) ? value : text;
}

/** A text without any of these is written as it is; most are. */
const SPECIAL = /^[\s=+\-@＝＋－＠]|[",\r\n\t']|\s$/;

const quoted = (text: string) => (/[",\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function written(cell: Cell, options: CsvOptions): string {
  switch (cell.type) {
    case "empty":
      return "";
    case "number":
      return options.forExcel && isRounded(cell.value) ? `"${cell.value}\t"` : cell.value;
    case "date":
      return cell.value;
    case "text":
      if (!options.forExcel && !SPECIAL.test(cell.value)) return cell.value;
      return quoted(options.forExcel && FRAGILE.test(cell.value) ? `${cell.value}\t` : guard(cell.value));
  }
}

/** Bytes of a chunk at most, about; what is held besides one batch of rows. */
export const CHUNK = 64 * 1024;

/** The file in chunks, as the batches come. */
export async function* csvFile(
  table: ExportTable,
  batches: AsyncIterable<readonly Row[]>,
  options: CsvOptions = {},
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `\ufeff${headerOf(table)
    .map((label) => quoted(guard(label)))
    .join(",")}\r\n`;
  for await (const rows of batches) {
    for (const row of rows) {
      let comma = "";
      for (const cell of cellsOf(table, row)) {
        text += comma + written(cell, options);
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
