/** Estimates column widths from their contents, without measuring. */
import type { Column } from "../cells/cell.tsx";
import { isCopyable } from "../cells/columns.ts";
import type { Field, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";

export const TURNS = [1, 2, 3] as const;
type Turn = (typeof TURNS)[number];

/** Width requirements of a column in pixels. */
export interface Span {
  /** Width at which every value on the page fits on one line. */
  width: number;
  /**
   * Width to which the column can shrink: without the copy button, or with names and states on two lines. Undefined
   * when the column cannot shrink.
   */
  least?: number;
  /** Width that the longest value on the page needs on one line. Undefined when the values are not measured. */
  longest?: number;
  /** Order in which columns shrink: first the room for copy buttons (1), then names (2), then states (3). */
  turn?: Turn;
  /** Whether the column shares the table's remaining width. */
  grows?: boolean;
  /** Whether the user set the width. */
  set?: boolean;
}

/** Horizontal padding of a cell in pixels. */
export const EDGES = 24;
/** Width of the copy button in pixels. */
const COPY_WIDTH = 36;
/** Width of a status chip's dot and padding in pixels. Options without a tone get the same. */
const CHIP = 28;
/** Minimum width in pixels to which a column of states shrinks. */
const MIN_CHIP = 150;
/** Font size of a chip relative to that of a cell. */
const CHIP_SCALE = 12 / 14;
/** Width of the padding and the currency code next to an amount, in pixels. */
const FIGURE_EDGES = EDGES + 34;
/** Maximum width of a long text on one line and on two lines, in pixels. */
const [MAX_WIDTH, MAX_FOLDED] = [280, 240];

/** Upper bounds for the width of a digit, any other character outside of ASCII, and a CJK character, in pixels. */
const [FIGURE, LETTER, WIDE] = [8, 13, 15];
/** Upper bounds for the width of ASCII characters in pixels; 11 for those not listed below. */
const ASCII = new Uint8Array(128).fill(11);
for (const [characters, width] of [
  [" .,:;'|!ijlI", 5],
  ['ftr()[]{}-/\\"`^', 7],
  ["cszkvxyJ*_?", 8],
  ["0123456789", FIGURE],
  ["abdeghnopquEFLPST", 9],
  ["mMW@%", 14],
] as const)
  for (const character of characters) ASCII[character.charCodeAt(0)] = width;

/** Returns an upper bound for a text's width in pixels. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    width += code >= 0x2e80 ? WIDE : (ASCII[code] ?? LETTER);
  }
  return width;
}

/**
 * Returns an upper bound for the smallest width in pixels at which a text fits on two lines. Latin text breaks at
 * spaces, CJK text anywhere unless `isKept`.
 */
function measureFolded(text: string, isKept: boolean): number {
  const whole = estimateWidth(text);
  if (/[\u2e80-\uffff]/.test(text)) return isKept ? whole : whole / 2 + WIDE;
  let least = whole;
  for (let index = text.indexOf(" "); index > 0; index = text.indexOf(" ", index + 1))
    least = Math.min(least, Math.max(estimateWidth(text.slice(0, index)), estimateWidth(text.slice(index + 1))));
  return least;
}

/** Returns the largest widths of the given texts on one line and on two lines, in pixels. */
function measureLongest(texts: readonly string[], isKept: boolean): { whole: number; folded: number } {
  let [whole, folded] = [0, 0];
  for (const text of texts) {
    const width = estimateWidth(text);
    whole = Math.max(whole, width);
    // A folded text is never wider than the whole one, so texts narrower than the maximum are skipped.
    if (width > folded) folded = Math.max(folded, measureFolded(text, isKept));
  }
  return { whole, folded };
}

/** Returns whether the column contains states or options. */
const isChip = ({ field, tone }: Column): boolean => tone !== undefined || field.options !== undefined;

/** Returns whether values of the column wrap to a second line instead of being truncated. */
export const isWrapping = (column: Column): boolean => column.field.kind.minWidth !== undefined || isChip(column);

/**
 * Returns a column's width, based on its contents for amounts and for texts that can be copied or wrap. Amounts are
 * never truncated, so the longest one on the page can widen the column. Otherwise and without rows, the default width
 * of the kind applies, or that of a wider header.
 */
export function measureColumn(column: Column, label: string, rows: readonly Row[], labels: Labels): Span {
  const { field } = column;
  const head = measureHead(label);
  const usual = Math.max(estimateKindWidth(field), head);
  if (field.kind.align === "end") {
    const figures = Math.max(0, ...rows.map((row) => countFigures(String(row[field.name] ?? ""))));
    return { width: Math.max(usual, Math.ceil(figures * FIGURE) + FIGURE_EDGES) };
  }
  if (!isCopyable(field) && !isWrapping(column)) return { width: usual };
  const texts = rows.map((row) => column.formatText(row, labels));
  const measured = measureLongest(texts, isChip(column));
  const longest = isChip(column) ? addChipWidth(measured.whole) : measured.whole + EDGES;
  return { ...computeTextSpan(column, { ...measured, usual, head, isEmpty: rows.length === 0 }), longest };
}

interface TextWidths {
  whole: number;
  folded: number;
  /** Default width of the column. */
  usual: number;
  /** Smallest width of the header. */
  head: number;
  /** Whether the page has no rows. */
  isEmpty: boolean;
}
/** Returns the width of a column of texts. */
function computeTextSpan(column: Column, { whole, folded, usual, head, isEmpty }: TextWidths): Span {
  const { field } = column;
  if (isCopyable(field))
    // In a narrow table the copy button may overlap the gap between two columns, so its room can be given up.
    return applyLeast(
      Math.max(estimateKindWidth(field) + COPY_WIDTH, head),
      isEmpty ? usual : Math.max(EDGES + whole, head),
      1,
    );
  if (isChip(column) && !isEmpty)
    return applyLeast(Math.max(addChipWidth(whole), head), Math.max(addChipWidth(folded), MIN_CHIP, head), 3);
  const short = Math.max(Math.min(field.kind.minWidth ?? usual, usual), head);
  // A column of short texts leaves its remaining width to the others.
  if (!isEmpty && whole + EDGES <= short) return { width: Math.max(whole + EDGES, head) };
  const least = Math.max(short, Math.min(Math.ceil(folded) + EDGES, MAX_FOLDED));
  const width = Math.max(least, Math.min(isEmpty ? usual : whole + EDGES, MAX_WIDTH));
  return { width, least, turn: 2, grows: true };
}

/**
 * Returns whether a text of the column fits into `room` pixels. Based on an upper bound, so the text may fit even when
 * it returns false.
 */
export function isFitting(column: Column, text: string, room: number): boolean {
  const width = estimateWidth(text);
  return (isChip(column) ? addChipWidth(width) - EDGES : width) <= room;
}

const addChipWidth = (text: number): number => Math.ceil(text * CHIP_SCALE) + CHIP + EDGES;
const applyLeast = (width: number, least: number, turn: Turn): Span =>
  least < width ? { width, least, turn } : { width };

/** Width of a digit in a masked number, in pixels. */
const COVERED_LETTER = 7.3;
const COVERED_EDGES = EDGES + 8;
/**
 * Length of a masked 19-digit number for each style of `x-mask`. The styles are implemented in `entity/masking.ts`,
 * which the portal does not load.
 */
export const COVERED_LENGTHS: Readonly<Record<string, number>> = {
  account: 19,
  card: 19,
  id: 18,
  company: 12,
  phone: 11,
  tail: 9,
  email: 4,
  all: 4,
  name: 3,
  ip: 1,
};
/** Returns the default width of a kind's column in pixels. A field that is masked in lists needs less. */
function estimateKindWidth({ mask, kind }: Field): number {
  if (!mask || mask.whole?.includes("list")) return kind.width;
  const letters = COVERED_LENGTHS[mask.style] ?? COVERED_LENGTHS.all ?? 0;
  return Math.min(kind.width, Math.ceil(letters * COVERED_LETTER) + COVERED_EDGES);
}

/** Counts the characters of a formatted number, including thousands separators. */
const countFigures = (value: string): number =>
  value.length + Math.max(0, Math.floor((value.replace(/\..*$/, "").length - 1) / 3));

/** Width of the padding, sort arrow and sort index in a column header, in pixels. */
const HEAD_EDGES = EDGES + 40;
/** Upper bounds for the width of a Latin and a CJK character in a header, in pixels. */
const [HEAD_LETTER, HEAD_SIGN] = [8, 14];
/** Maximum length of CJK headers that stay on one line. Longer ones may wrap anywhere. */
const UNBROKEN = 3;

/** Returns the smallest width in pixels at which no word of a header is broken, or 0 for an empty header. */
export function measureHead(label: string): number {
  const longest = Math.max(
    0,
    ...(label.match(/[\w-]+/g) ?? []).map((word) => word.length * HEAD_LETTER),
    Math.min((label.match(/\p{Script=Han}/gu) ?? []).length, UNBROKEN) * HEAD_SIGN,
  );
  return longest === 0 ? 0 : longest + HEAD_EDGES;
}
