/**
 * Widths of columns. A column is as wide as its contents ask for until the user sets a width, by the handle in the
 * header or in the column panel; the table keeps that width in its `columnSizing`.
 */
import type { ColumnSizingState } from "@tanstack/react-table";
import { isObject } from "../base/guards.ts";

/** Smallest and largest width that a user can set, in px. */
export const [MIN_WIDTH, MAX_WIDTH] = [56, 800];
/** Change of a width by one press of a key, in px. */
export const WIDTH_STEP = 16;

/** Width of a column: the user's (`set`), otherwise by its contents. With `least` it may shrink to that. */
export interface Span {
  width: number;
  least?: number;
  set?: boolean;
}

/** Returns a width within the bounds, in whole px. */
export const boundedWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** Returns the width that the user set; undefined without one. */
export function widthOf(sizing: ColumnSizingState, column: string): number | undefined {
  const width = sizing[column];
  return width === undefined ? undefined : boundedWidth(width);
}

/** Reads stored widths. Drops entries that are no width. */
export function readWidths(kept: unknown): ColumnSizingState {
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, width]) =>
      typeof width === "number" && Number.isFinite(width) ? [[name, boundedWidth(width)]] : [],
    ),
  );
}

/**
 * Returns the CSS width of each column; undefined where it shares the remaining space. When every column has a width of
 * its own, the last one that the user did not set takes the rest, so that the others keep theirs.
 */
export function cssWidths(spans: readonly Span[]): (number | undefined)[] {
  const widths = spans.map(({ width, least }) => (least === undefined ? width : undefined));
  if (!spans.some(({ set }) => set) || widths.includes(undefined)) return widths;
  const rest = spans.findLastIndex(({ set }) => !set);
  return widths.with(rest < 0 ? widths.length - 1 : rest, undefined);
}

/**
 * Returns the table's CSS width: the container's while shrinkable columns make it fit, otherwise the sum of full
 * widths, and the table scrolls. `ticks`: width of the checkbox column, in px.
 */
export function tableWidth(spans: readonly Span[], ticks: number): string {
  const sum = (of: (span: Span) => number) => spans.reduce((all, span) => all + of(span), ticks);
  // The factor makes any missing space larger than every table and any spare space negative.
  return `max(100%, min(${sum(({ width }) => width)}px, (${sum(({ width, least }) => least ?? width)}px - 100%) * 9999))`;
}
