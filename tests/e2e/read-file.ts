/** Reads an exported workbook with an independent library (SheetJS): type, value and number format of each cell. */
import { read, utils, type WorkSheet } from "@e965/xlsx";

export interface ReadCell {
  type: "text" | "number" | "date" | "empty";
  value: string | number | Date | undefined;
  format: string | undefined;
}
export interface ReadSheet {
  headers: string[];
  rows: ReadCell[][];
}

export async function readTable(bytes: Buffer): Promise<ReadSheet> {
  const book = read(bytes, { cellNF: true, cellDates: false });
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  const range = utils.decode_range(sheet["!ref"]!);
  const line = (row: number) => Array.from({ length: range.e.c + 1 }, (_, column) => cellAt(sheet, row, column));
  const [head, ...rows] = Array.from({ length: range.e.r + 1 }, (_, row) => line(row));
  return { headers: head!.map((cell) => String(cell.value)), rows };
}

function cellAt(sheet: WorkSheet, row: number, column: number): ReadCell {
  const cell = sheet[utils.encode_cell({ r: row, c: column })] as
    | { t: string; v: string | number; z?: string }
    | undefined;
  if (!cell) return { type: "empty", value: undefined, format: undefined };
  return { type: cell.t === "n" ? "number" : cell.t === "d" ? "date" : "text", value: cell.v, format: cell.z };
}
