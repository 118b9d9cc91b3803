/** A spreadsheet file after reading: sheets of cells with text that kinds can parse. The same for XLSX, XLS and CSV. */

/** One cell. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, numbers plain decimals without exponent. */
export interface RawCell {
  text: string;
  /** Stored as a number; written back as one. */
  number?: true;
  /** Number format, if any. */
  format?: string;
  /** A number that a spreadsheet may have rounded: 16 digits or more, or shown with an exponent. */
  damaged?: true;
  /** A formula without a stored result; `text` is the formula with `=`. */
  formula?: true;
}
/**
 * One sheet. `rows[0]` is row 1 of the program.
 * @example
 * const sheet: Sheet = { name: "CSV", rows: [[{ text: "Ref" }]], more: false };
 */
export interface Sheet {
  name: string;
  rows: RawCell[][];
  /** True when the sheet has more rows than were read. */
  more: boolean;
}
/** A file after reading. */
export interface SheetFile {
  /** SHA-256 of the bytes, hexadecimal; identifies the file. */
  hash: string;
  sheets: Sheet[];
}

/** Maximum file size in bytes. Source: specification 9 (10M, read as MiB). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum rows before the data: titles, remarks, header, the template's rules. */
export const HEAD_ROWS = 30;
/** Maximum columns read. */
export const MAX_COLUMNS = 100;
/** Time limit of reading a file, in ms. */
export const MAX_READ_MS = 30_000;

/** Why a file is refused. Texts: `import.refused.<code>`. */
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
 * Thrown when a file cannot be read completely.
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
