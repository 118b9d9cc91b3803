/**
 * Computes column widths. A column is as wide as its contents require until the user sets a width, with the handle in
 * the header or in the column panel. The table keeps that width in its `columnSizing`.
 */
import type { ColumnSizingState } from "@tanstack/react-table";
import { isObject } from "../base/guards.ts";
import { type Span, TURNS } from "./column-span.tsx";
import type { ListTable } from "./features.tsx";

/** Minimum and maximum width that a user can set, in pixels. */
export const [MIN_WIDTH, MAX_WIDTH] = [56, 800];
/** Change of the width per key press, in pixels. */
export const WIDTH_STEP = 16;

/** Limits a width to the allowed range and rounds it to whole pixels. */
export const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** Returns the width that the user set, or undefined when there is none. */
export function findWidth(sizing: ColumnSizingState, column: string): number | undefined {
  const width = sizing[column];
  return width === undefined ? undefined : clampWidth(width);
}

/**
 * Changes a column's width by a number of pixels and returns the new width. Without a user-defined width it starts from
 * that of the header cell.
 */
export function resizeBy(table: ListTable, column: string, cell: Element | null, by: number): number {
  const from = findWidth(table.atoms.columnSizing.get(), column) ?? cell?.getBoundingClientRect().width ?? 0;
  const width = clampWidth(from + by);
  table.setColumnSizing((old) => ({ ...old, [column]: width }));
  return width;
}

/** Parses stored widths, dropping invalid entries. */
export function readWidths(kept: unknown): ColumnSizingState {
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, width]) =>
      typeof width === "number" && Number.isFinite(width) ? [[name, clampWidth(width)]] : [],
    ),
  );
}

/**
 * Returns the CSS width of the table and of each column, for a container with `container-type: inline-size`. In a
 * narrow container columns shrink in the order of their `turn`, in proportion to what they can give up; below that, the
 * table scrolls. The remaining width goes to the columns that grow. If there are none, it goes to those whose width the
 * user did not set, and otherwise to the last one. `ticks` is the width of the checkbox column in pixels.
 */
export function buildCssWidths(spans: readonly Span[], ticks: number): { table: string; columns: string[] } {
  const slackOf = (turn: Span["turn"]) =>
    spans.reduce((sum, span) => sum + (span.turn === turn ? span.width - (span.least ?? span.width) : 0), 0);
  const full = spans.reduce((sum, { width }) => sum + width, ticks);
  const shares = computeShares(spans);
  const shrinks = new Map<Span["turn"], { by: string; slack: number }>();
  let least = full;
  for (const turn of TURNS) {
    const slack = slackOf(turn);
    shrinks.set(turn, { by: `clamp(${-slack}px, 100cqi - ${least}px, 0px)`, slack });
    least -= slack;
  }
  const columns = spans.map((span, index) => {
    const shrink = shrinks.get(span.turn);
    const given = span.width - (span.least ?? span.width);
    const terms = [
      `${span.width}px`,
      ...(shrink && given > 0 ? [`${shrink.by} * ${roundRatio(given / shrink.slack)}`] : []),
      ...(shares[index] ? [`max(0px, 100cqi - ${full}px) * ${roundRatio(shares[index])}`] : []),
    ];
    return terms.length > 1 ? `calc(${terms.join(" + ")})` : `${span.width}px`;
  });
  return { table: `max(100%, ${least}px)`, columns };
}

/** Returns each column's share of the remaining width. The shares add up to 1. */
function computeShares(spans: readonly Span[]): number[] {
  const weights = [
    spans.map(({ grows }) => (grows ? 1 : 0)),
    spans.map(({ width, set }) => (set ? 0 : width)),
    spans.map((_span, index) => (index === spans.length - 1 ? 1 : 0)),
  ].find((found) => found.some((weight) => weight > 0));
  const sum = (weights ?? []).reduce((all, weight) => all + weight, 0);
  return (weights ?? []).map((weight) => weight / sum);
}

const roundRatio = (ratio: number): number => Math.round(ratio * 10_000) / 10_000;
