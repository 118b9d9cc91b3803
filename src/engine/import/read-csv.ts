/** Reads CSV: UTF-8, UTF-16 or GB18030 (Chinese Excel); comma, semicolon or tab; RFC 4180 quotes. */
import { unescapeFormula } from "../export/spreadsheet-text.ts";
import { ImportRefusal, MAX_COLUMNS, type RawCell, type Sheet } from "./sheet.ts";

/**
 * Decodes bytes as UTF-16 if they have its byte order mark, otherwise as strict UTF-8 or strict GB18030.
 * @throws ImportRefusal `encoding` when the bytes are none of these, or the text contains a null character
 */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const wide = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined;
  for (const encoding of wide ? [wide] : ["utf-8", "gb18030"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes("\0")) return text;
    } catch {
      // Try the next encoding.
    }
  }
  throw new ImportRefusal("encoding");
}

/** Returns the most frequent separator outside quotes in the first non-empty line, or a comma if it has none. */
function findSeparator(text: string): string {
  const line =
    text
      .replace(/"[^"]*"/g, "")
      .split(/\r\n|\n|\r/)
      .find((item) => item.trim() !== "") ?? "";
  const count = (separator: string) => line.split(separator).length;
  return [",", "\t", ";"].reduce((best, item) => (count(item) > count(best) ? item : best));
}

/** A number that Excel saved in scientific notation, such as `1.2E+11`. */
const EXPONENT = /^[+-]?\d(?:\.\d+)?E[+-]?\d+$/i;

/** Text that some programs write as a formula: `="0012"`. */
const FORMULA_TEXT = /^="([^"]*)"$/;

function parseCell(text: string): RawCell {
  const kept = FORMULA_TEXT.exec(text)?.[1];
  if (kept !== undefined) return { text: kept };
  const plain = unescapeFormula(text);
  return EXPONENT.test(plain.trim()) ? { text: plain, damaged: true } : { text: plain };
}

/**
 * Parses CSV into a sheet of at most `max` rows.
 * @throws ImportRefusal `encoding` when the bytes are not text
 * @example
 * readCsv(new TextEncoder().encode("Ref,Amount\nR1,10.00"), 1_000).rows[1]?.[1]?.text // => "10.00"
 */
export function readCsv(bytes: Uint8Array, max: number): Sheet {
  const whole = decodeText(bytes).replace(/^\ufeff/, "");
  // Excel's `sep=` line declares the separator and is not a row.
  const [line = "", named] = /^sep=([,;\t])\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(line.length);
  return { name: "CSV", ...readSeparated(text, named ?? findSeparator(text), max) };
}

/**
 * Parses delimited text with RFC 4180 quoting, up to `max` rows. A copied spreadsheet range has the same format with
 * tabs.
 * @example
 * readSeparated("A-1\t3", "\t", 500).rows[0]?.[1]?.text // => "3"
 */
export function readSeparated(text: string, separator: string, max: number): Pick<Sheet, "rows" | "more"> {
  const rows: RawCell[][] = [];
  let row: RawCell[] = [];
  let index = 0;
  const push = (value: string) => row.length < MAX_COLUMNS && row.push(parseCell(value));
  while (index < text.length && rows.length <= max) {
    let value = "";
    if (text[index] === '"') {
      for (index++; index < text.length; index++) {
        if (text[index] !== '"') value += text[index];
        else if (text[index + 1] === '"') value += text[++index];
        else break;
      }
      index++;
    }
    // Text after a closing quote is part of the value, so that no input is lost.
    const start = index;
    while (index < text.length && text[index] !== separator && text[index] !== "\n" && text[index] !== "\r") index++;
    push(value + text.slice(start, index));
    const ended = text[index] === separator;
    if (ended && index + 1 === text.length) push("");
    if (!ended || index + 1 === text.length) {
      rows.push(row);
      row = [];
      if (text[index] === "\r" && text[index + 1] === "\n") index++;
    }
    index++;
  }
  return { rows: rows.slice(0, max), more: rows.length > max };
}
