/** What a paper is made of. Sizes and distances in points. */
import type { Span } from "./lines.ts";

/** A paragraph. */
export interface Paragraph {
  spans: Span[];
  size?: number;
  align?: "center" | "end";
  after?: number;
}
/** `widths`: shares of the paper's width. A row is at least `height` points high, and never broken. */
export interface Table {
  widths: number[];
  rows: { cells: Paragraph[][]; height?: number }[];
  after?: number;
  /** `box`: a frame around each cell. `line`: a line below each row. `last`: a dashed frame around the last cell. Default: `box`. */
  frame?: "box" | "line" | "last";
  /** The first row repeats on every page. */
  headed?: true;
}
/** The product's mark beside a title, above a line across the paper. */
export interface Letterhead {
  title: Paragraph[];
  /** At the end of the line. */
  aside: Paragraph[];
}
/** A line across the paper. */
export interface Rule {
  rule: "mark" | "thin";
  after?: number;
}
export type Block = Paragraph | Table | Letterhead | Rule;
export interface Paper {
  title: string;
  blocks: Block[];
  /** Milliseconds since the epoch: equal papers of one moment are equal files. */
  at: number;
  /** At the foot of every page, beside the page's number. */
  foot?: Span[];
}

export const isTable = (block: Block): block is Table => "rows" in block;
export const isLetterhead = (block: Block): block is Letterhead => "aside" in block;
export const isRule = (block: Block): block is Rule => "rule" in block;

/** Returns the paragraphs of a block, those in cells included. */
export function listParagraphs(block: Block): Paragraph[] {
  if (isTable(block)) return block.rows.flatMap(({ cells }) => cells.flat());
  if (isLetterhead(block)) return [...block.title, ...block.aside];
  return isRule(block) ? [] : [block];
}
