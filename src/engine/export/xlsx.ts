/**
 * Streams an XLSX workbook: records on the first sheet (frozen bold header, typed cells, times in the dialect's time
 * zone), a description of the export on the second.
 * @throws ExportTooLarge beyond Excel's limits; rows are never dropped
 */
import type { Row } from "../model/entity.ts";
import type { Cell } from "../model/kind.ts";
import { CHUNK } from "./write-csv.ts";
import {
  toColumnLetters,
  HEAD,
  MAIN,
  createPackageParts,
  createPart,
  sanitizeSheetName,
  nameSheetPart,
  STYLES_PART,
  createWorkbookParts,
} from "./packaging.ts";
import { isRounded } from "./spreadsheet-text.ts";
import { escapeXml } from "./xml.ts";
import {
  listColumnFields,
  type ExportTable,
  ExportTooLarge,
  listHeaders,
  listLineCells,
  MAX_CELL_TEXT,
  MAX_SHEET_ROWS,
} from "./table.ts";
import { type ZipEntry, writeZip, type ZipTools } from "./zip.ts";

export interface XlsxOptions {
  tools: ZipTools;
  /** Returns the title and lines of the second sheet. Called after the last row with the number of rows. */
  about(rows: number): { title: string; lines: [label: string, value: string][] };
  /** Modification time of the archive's entries, in milliseconds since the epoch. */
  now: number;
  /** Maximum number of rows in a sheet, including the header. Lowered in tests. */
  maxRows?: number;
}

/**
 * Yields the file in chunks as batches arrive.
 * @example
 * const about = (count: number) => listAboutLines(entity, query, count, { lang: "en", t: ports.t, now: Date.now() });
 * const file = writeXlsx(exportTable(entity, undefined, "en"), batches, { tools: zip, about, now: Date.now() });
 */
export function writeXlsx(
  table: ExportTable,
  batches: AsyncIterable<readonly Row[]>,
  options: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  return writeZip(writeParts(table, batches, options), options.tools, options.now);
}

async function* writeParts(
  table: ExportTable,
  batches: AsyncIterable<readonly Row[]>,
  options: XlsxOptions,
): AsyncGenerator<ZipEntry> {
  const styles = new Styles();
  const count = { rows: 0 };
  yield* createPackageParts(2);
  yield {
    name: nameSheetPart(1),
    content: encodePieces(
      writeRecordsSheet(table, batches, { styles, count, maxRows: options.maxRows ?? MAX_SHEET_ROWS }),
    ),
  };
  const about = options.about(count.rows);
  yield createPart(nameSheetPart(2), writeAboutSheet(about.lines));
  yield createPart(STYLES_PART, styles.toXml());
  const titles = nameSheets(table.entity.text("label", table.lang), about.title);
  const area = `'${escapeXml(titles[0].replaceAll("'", "''"))}'!$A$1:$${toColumnLetters(Math.max(listColumnFields(table).length, 1) - 1)}$${count.rows + 1}`;
  yield* createWorkbookParts(
    titles,
    `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${area}</definedName></definedNames>`,
  );
}

async function* writeRecordsSheet(
  table: ExportTable,
  batches: AsyncIterable<readonly Row[]>,
  { styles, count, maxRows }: { styles: Styles; count: { rows: number }; maxRows: number },
): AsyncGenerator<string> {
  const header = listHeaders(table);
  const letters = listColumnFields(table).map((_, index) => toColumnLetters(index));
  const columns = listColumnFields(table).map(
    (field, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${toWidth(field.kind.width, header[index] ?? "")}" customWidth="1"/>`,
  );
  yield (
    `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="16"/>${columns.length > 0 ? `<cols>${columns.join("")}</cols>` : ""}<sheetData>` +
      `<row r="1" ht="22" customHeight="1">${header.map((label, index) => writeTextCell(`${letters[index]}1`, label, STYLE.header)).join("")}</row>`
  );
  for await (const rows of batches) {
    // Yielding every row would cost more than formatting it.
    let text = "";
    for (const cells of rows.flatMap((row) => listLineCells(table, row))) {
      const number = ++count.rows + 1;
      if (number > maxRows) throw new ExportTooLarge("rows");
      text += `<row r="${number}">`;
      for (const [index, cell] of cells.entries()) text += writeCell(`${letters[index]}${number}`, cell, styles);
      text += "</row>";
      if (text.length < CHUNK) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
  }
  const area = `A1:${letters.at(-1) ?? "A"}${count.rows + 1}`;
  yield `</sheetData><autoFilter ref="${area}"/><ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function writeAboutSheet(lines: [string, string][]): string {
  const rows = lines.map(
    ([label, value], index) =>
      `<row r="${index + 1}">${writeTextCell(`A${index + 1}`, label, STYLE.header)}${writeTextCell(`B${index + 1}`, value, STYLE.text)}</row>`,
  );
  return `<worksheet ${MAIN}><cols><col min="1" max="1" width="22" customWidth="1"/><col min="2" max="2" width="72" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`;
}

/** Whitespace that XML readers may drop or normalise. */
const EDGES = /^\s|\s$|[\t\n]| {2}/;

/** Matches text that needs no escaping and contains no whitespace to preserve. It is written without further checks. */
// oxlint-disable-next-line no-control-regex
const PLAIN = /^[^\s&<>"_\u0000-\u001f\ufffe\uffff]*$/;

function writeTextCell(cellRef: string, text: string, style: number): string {
  if (text.length > MAX_CELL_TEXT) throw new ExportTooLarge("cell");
  if (PLAIN.test(text)) return `<c r="${cellRef}" t="inlineStr" s="${style}"><is><t>${text}</t></is></c>`;
  return `<c r="${cellRef}" t="inlineStr" s="${style}"><is><t${EDGES.test(text) ? ' xml:space="preserve"' : ""}>${escapeXml(text)}</t></is></c>`;
}

function writeCell(cellRef: string, cell: Cell, styles: Styles): string {
  switch (cell.type) {
    case "empty":
      return "";
    case "text":
      return cell.value === "" ? "" : writeTextCell(cellRef, cell.value, STYLE.text);
    case "number":
      return isRounded(cell.value)
        ? writeTextCell(cellRef, cell.value, STYLE.text)
        : `<c r="${cellRef}" s="${styles.findStyle(cell.format)}"><v>${escapeXml(cell.value)}</v></c>`;
    case "date": {
      const serial = toSerial(cell.value);
      return serial === undefined
        ? writeTextCell(cellRef, cell.value, STYLE.text)
        : `<c r="${cellRef}" s="${styles.findStyle(cell.format)}"><v>${serial}</v></c>`;
    }
  }
}

/**
 * Converts the width of a list column in pixels to Excel's unit, the width of a digit. Leaves room for the label, in
 * which CJK characters count twice.
 */
function toWidth(pixels: number, label: string): number {
  const letters = [...label].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
  return Math.min(60, Math.max(8, Math.round(pixels / 7), letters + 4));
}

/** Returns two distinct sheet names. */
function nameSheets(first: string, second: string): [string, string] {
  const [left, right] = [sanitizeSheetName(first, 28), sanitizeSheetName(second, 28)];
  return [left, left.toLowerCase() === right.toLowerCase() ? `${right} 2` : right];
}

/** Joins short strings into encoded chunks. */
async function* encodePieces(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = HEAD;
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

/**
 * Indexes of the fixed cell formats. `text` has the format `@` with quotePrefix, so that `=1+1` and `007` remain text
 * when edited.
 */
const STYLE = { plain: 0, header: 1, text: 2 } as const;
const FIRST_FREE = 3;
/** First id after Excel's built-in number formats. */
const FIRST_FORMAT = 164;

/** Collects the cell styles of a workbook: the fixed ones, and one for each number format in order of first use. */
class Styles {
  readonly #formats = new Map<string, number>();

  /** Returns the style index for a number format, adding the style on first use. */
  findStyle(format: string): number {
    const cached = this.#formats.get(format) ?? this.#formats.size;
    this.#formats.set(format, cached);
    return FIRST_FREE + cached;
  }

  /** Returns the content of `xl/styles.xml`. Call it after the last cell. */
  toXml(): string {
    const formats = [...this.#formats]
      .map(([format, index]) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeXml(format)}"/>`)
      .join("");
    const cells = [...this.#formats.values()]
      .map(
        (index) =>
          `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join("");
    const count = this.#formats.size;
    return (
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (count > 0 ? `<numFmts count="${count}">${formats}</numFmts>` : "") +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${FIRST_FREE + count}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1" quotePrefix="1"><alignment vertical="center" wrapText="1"/></xf>' +
      `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>${cells}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

/** Converts dates to Excel serial numbers. Accepts a day (`2026-11-21`) or wall-clock time (`2026-11-21 08:30:00`). */

const WALL = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;
/** Excel serial number of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/**
 * Serial number of 1900-03-01. Earlier days are rejected, because Excel counts 29 February 1900, which did not exist.
 */
const FIRST_SERIAL = 61;

const DAY_MS = 86_400_000;
/** Caches the last day, which consecutive rows usually share. */
let known = { day: "", serial: Number.NaN };
/** Caches the fraction of the day by second of the day. */
const fractions: string[] = [];

/**
 * Returns the Excel serial number of a day or wall-clock time. Undefined for malformed text and for dates before
 * 1900-03-01.
 */
export function toSerial(value: string): string | undefined {
  if (!WALL.test(value)) return undefined;
  const day = value.slice(0, 10);
  if (known.day !== day) known = { day, serial: Date.parse(`${day}T00:00:00Z`) / DAY_MS + EPOCH_SERIAL };
  const { serial } = known;
  if (!(serial >= FIRST_SERIAL)) return undefined;
  if (value.length === 10) return String(serial);
  const [hour, minute, second] = [
    Number(value.slice(11, 13)),
    Number(value.slice(14, 16)),
    Number(value.slice(17, 19)),
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const seconds = hour * 3600 + minute * 60 + second;
  return serial + (seconds === 0 ? "" : (fractions[seconds] ??= (seconds / 86_400).toFixed(10).slice(1)));
}
