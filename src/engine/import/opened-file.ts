/** The open file with its sheet, header row and column mapping. */
import type { Target } from "./columns.ts";
import type { ImportStorage } from "./import-storage.ts";
import { type ColumnMatch, guessHeader, matchColumns } from "./match.ts";
import type { Sheet, SheetFile } from "./sheet.ts";

/** The open file. `sheetAt` and `header` are the 0-based indexes of the sheet and of its header row. */
export interface OpenedFile {
  name: string;
  file: SheetFile;
  sheetAt: number;
  sheet: Sheet;
  header: number;
  columns: ColumnMatch[];
}
/** A change by the user: another sheet, another header row, or the column mapping. */
export type Arrangement = Partial<Pick<OpenedFile, "sheetAt" | "header" | "columns">>;

/** The targets that columns are mapped to, and the storage of earlier mappings. */
interface Mapping {
  targets: readonly Target[];
  storage: ImportStorage;
}

/** Opens the sheet with the most mapped columns. Returns undefined for a file without sheets. */
export function arrangeFile(name: string, file: SheetFile, mapping: Mapping): OpenedFile | undefined {
  const candidates = file.sheets.map((sheet, sheetAt): OpenedFile => {
    const header = guessHeader(sheet, mapping.targets);
    return { name, file, sheetAt, sheet, header, columns: mapHeader(sheet, header, mapping) };
  });
  const countMapped = ({ columns }: OpenedFile) => columns.filter((column) => column.target).length;
  return candidates.toSorted((a, b) => countMapped(b) - countMapped(a))[0];
}

/** Applies a change. A different sheet or header row maps the columns again. */
export function rearrangeFile(old: OpenedFile, change: Arrangement, mapping: Mapping): OpenedFile {
  const next = { ...old, ...change };
  if (change.columns) return next;
  const sheet = next.file.sheets[next.sheetAt] ?? old.sheet;
  const header = change.sheetAt === undefined ? next.header : guessHeader(sheet, mapping.targets);
  return { ...next, sheet, header, columns: mapHeader(sheet, header, mapping) };
}

const mapHeader = (sheet: Sheet, header: number, { targets, storage }: Mapping): ColumnMatch[] =>
  storage.readColumns(matchColumns(sheet.rows[header] ?? [], targets), targets);
