/**
 * A parsed spreadsheet file: sheets of cells with text that kinds can parse, in the same form for XLSX, XLS and CSV.
 */

/**
 * A cell. In `text`, dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, and numbers are plain decimals without an
 * exponent.
 */
export interface RawCell {
  text: string;
  /** Set for a cell stored as a number, which is written back as one. */
  number?: true;
  /** Number format, if the cell has one. */
  format?: string;
  /** Set for a number that a spreadsheet may have rounded: 16 or more digits, or displayed with an exponent. */
  damaged?: true;
  /** Set for a formula without a stored result. `text` is then the formula including `=`. */
  formula?: true;
}
/**
 * A sheet. `rows[0]` is row 1 in the spreadsheet program.
 * @example
 * const sheet: Sheet = { name: "CSV", rows: [[{ text: "Ref" }]], more: false };
 */
export interface Sheet {
  name: string;
  rows: RawCell[][];
  /** Whether the sheet has more rows than were read. */
  more: boolean;
}
export interface SheetFile {
  /** SHA-256 of the bytes in hexadecimal, which identifies the file. */
  hash: string;
  sheets: Sheet[];
}

/** Maximum file size in bytes, for products that set none. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum number of rows before the data: titles, remarks, the header and the template's rules. */
export const HEAD_ROWS = 30;
/** Maximum number of columns to read. */
export const MAX_COLUMNS = 100;
/** Time limit for parsing a file in milliseconds. */
export const MAX_READ_MS = 30_000;

/** Why a file is rejected. Texts: `import.refused.<code>`. */
export type RefusalCode =
  | "size"
  | "empty"
  | "format"
  | "unsafe"
  | "encrypted"
  | "encoding"
  | "broken"
  | "rows"
  | "slow";

/**
 * Thrown when a file is rejected. `code` is the reason.
 * @example
 * new ImportRefusal("encoding").code // => "encoding"
 */
export class ImportRefusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(`file refused: ${code}`);
    this.name = "ImportRefusal";
    this.code = code;
  }
}
