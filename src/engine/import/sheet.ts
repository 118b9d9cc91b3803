/** What a spreadsheet file is once it is read: sheets of cells, each with its text as a kind can parse it. The same for XLSX, XLS and CSV. */

/** One cell. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, numbers plain decimals, never an exponent. */
export interface RawCell {
  text: string;
  /** The program kept it as a number; written back as one. */
  number?: true;
  /** Number format, where it has one. */
  format?: string;
  /** A number that a spreadsheet may have rounded: 16 digits or more, or shown with an exponent. */
  damaged?: true;
  /** A formula whose result the file does not hold; `text` is the formula with its `=`. */
  formula?: true;
}
/** One sheet. `rows[0]` is the row that the program calls 1. */
export interface Sheet {
  name: string;
  rows: RawCell[][];
  /** The sheet has more rows than were read. */
  more: boolean;
}
/** A file as the import sees it. */
export interface SheetFile {
  /** SHA-256 of its bytes, in hexadecimal: two files with the same hash are the same file. */
  hash: string;
  sheets: Sheet[];
}

/** Largest file in bytes. Source: specification 9 (10M, read as MiB). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Rows that may stand before the data: titles, remarks, the header, the template's rules. */
export const HEAD_ROWS = 30;
/** More columns than a person fills in; what lies beyond is not read. */
export const MAX_COLUMNS = 100;
/** Longest time for reading a file, in milliseconds. A file that takes longer is refused, not waited for. */
export const MAX_READ_MS = 30_000;

/** Why a file is not read. Words: `import.refused.<code>`. */
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

/** Thrown instead of a half-read file. */
export class ImportRefusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(`file refused: ${code}`);
    this.name = "ImportRefusal";
    this.code = code;
  }
}
