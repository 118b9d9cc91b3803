/** Blocks of a PDF document. Sizes and distances are in points. */
import type { Span } from "./lines.ts";

export interface Paragraph {
  spans: Span[];
  size?: number;
  align?: "center" | "end";
  after?: number;
}
/** A table. `widths`: relative column widths. A row is at least `height` points high, and never split across pages. */
export interface Table {
  widths: number[];
  rows: { cells: Paragraph[][]; height?: number }[];
  after?: number;
  /**
   * `box`: a frame around each cell. `line`: a line below each row. `last`: a dashed frame around the last cell.
   * Default: `box`.
   */
  frame?: "box" | "line" | "last";
  /** Whether the first row is repeated at the top of each further page. */
  headed?: true;
}
/** The product's logo beside a title, above a horizontal rule. */
export interface Letterhead {
  title: Paragraph[];
  aside: Paragraph[];
}
/** A horizontal rule across the page. `mark`: in the colour of the logo. `thin`: thin and light grey. */
export interface Rule {
  rule: "mark" | "thin";
  after?: number;
}
export type Block = Paragraph | Table | Letterhead | Rule;
export interface PdfDocument {
  title: string;
  blocks: Block[];
  /** Creation time in milliseconds since the epoch. Equal documents with the same time produce identical files. */
  at: number;
  /** Footer of every page, beside the page number. */
  foot?: Span[];
}

export const isTable = (block: Block): block is Table => "rows" in block;
export const isLetterhead = (block: Block): block is Letterhead => "aside" in block;
export const isRule = (block: Block): block is Rule => "rule" in block;

export function listParagraphs(block: Block): Paragraph[] {
  if (isTable(block)) return block.rows.flatMap(({ cells }) => cells.flat());
  if (isLetterhead(block)) return [...block.title, ...block.aside];
  return isRule(block) ? [] : [block];
}
