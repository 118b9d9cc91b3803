/**
 * Reads XLSX and XLS with SheetJS. Uses stored values instead of displayed ones, except for error values and unreadable
 * dates. A number displayed with an exponent is marked as damaged.
 */
import { read, SSF, type CellObject, type WorkSheet } from "@e965/xlsx";
import { ImportRefusal, MAX_COLUMNS, type RawCell, type Sheet } from "./sheet.ts";

/** Smallest integer that exceeds the 15 digits of a spreadsheet. */
const FIRST_DAMAGED = 1e15;
const EXPONENT = /\dE[+-]?\d/i;
const EMPTY: RawCell = { text: "" };

/**
 * Returns all non-empty sheets with at most `max` rows each.
 * @throws ImportRefusal `encrypted` or `broken`
 */
export function readWorkbook(bytes: Uint8Array, max: number): Sheet[] {
  let book;
  try {
    // XLSX formulas without a stored result are only visible as stubs; XLS always stores a result.
    const zipped = bytes[0] === 0x50;
    book = read(bytes, {
      type: "array",
      dense: true,
      sheetRows: max,
      cellNF: true,
      cellText: true,
      cellDates: false,
      cellFormula: zipped,
      sheetStubs: zipped,
      cellHTML: false,
    });
  } catch (error) {
    throw new ImportRefusal(/password|encrypt/i.test(String(error)) ? "encrypted" : "broken");
  }
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    // Sparse arrays: empty rows and cells are missing.
    const data: (CellObject | undefined)[][] | undefined = sheet?.["!data"];
    if (!sheet || !data || data.length === 0) return [];
    return [{ name, rows: Array.from(data, (row) => (row ? readRow(row, date1904) : [])), more: hasMore(sheet) }];
  });
}

/** Returns whether the sheet has more rows than were read. */
function hasMore(sheet: WorkSheet): boolean {
  const full: string | undefined = sheet["!fullref"];
  const lastRow = (range: string | undefined) => Number(/(\d+)$/.exec(range ?? "")?.[1] ?? 0);
  return lastRow(full) > lastRow(sheet["!ref"]);
}

function readRow(cells: readonly (CellObject | undefined)[], date1904: boolean): RawCell[] {
  return Array.from(cells.slice(0, MAX_COLUMNS), (cell) => (cell ? readCell(cell, date1904) : EMPTY));
}

function readCell(cell: CellObject, date1904: boolean): RawCell {
  switch (cell.t) {
    case "n":
      return readNumber(Number(cell.v), String(cell.z ?? "General"), String(cell.w ?? ""), date1904);
    case "b":
      return { text: cell.v ? "true" : "false" };
    case "s":
      return { text: String(cell.v ?? "") };
    case "e":
      return { text: String(cell.w ?? "#ERROR") };
    default:
      return cell.f === undefined ? EMPTY : { text: `=${cell.f}`, formula: true };
  }
}

function readNumber(value: number, format: string, shown: string, date1904: boolean): RawCell {
  if (SSF.is_date(format)) return { text: readDate(value, date1904) ?? shown };
  // A spreadsheet keeps 15 digits; the rest is floating-point noise (0.1 + 0.2).
  const exact = Number(value.toPrecision(15));
  const percent = /%\s*$/.test(format.split(";")[0] ?? "") && !/["\\]%/.test(format);
  const text = percent ? `${formatPlain(Number((exact * 100).toPrecision(15)))}%` : formatPlain(exact);
  const damaged = Math.abs(value) >= FIRST_DAMAGED || EXPONENT.test(shown);
  return { text, number: true, ...(format === "General" ? {} : { format }), ...(damaged ? { damaged: true } : {}) };
}

/** Formats a number without an exponent. */
function formatPlain(value: number): string {
  const text = String(value);
  if (!/e/i.test(text)) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, "");
}

/** Converts a serial number to a date, including the time unless it is midnight. Undefined when it is not a date. */
function readDate(value: number, date1904: boolean): string | undefined {
  const code: Record<"y" | "m" | "d" | "H" | "M" | "S", number> | null = SSF.parse_date_code(value, { date1904 });
  if (!code) return undefined;
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(code.y).padStart(4, "0")}-${two(code.m)}-${two(code.d)}`;
  const [hour, minute, second] = [code.H, code.M, Math.floor(code.S)];
  return hour || minute || second ? `${day} ${two(hour)}:${two(minute)}:${two(second)}` : day;
}
