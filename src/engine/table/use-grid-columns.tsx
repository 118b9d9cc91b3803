/** Prepares the table's columns for its rows: values, room for their text, CSS widths. */
import { type CSSProperties, useMemo } from "react";
import { useAmountsHidden } from "../cells/amount-privacy.tsx";
import { type Column, listColumn } from "../cells/cell.tsx";
import { countDecimals } from "../cells/columns.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { measureColumn, EDGES, type Span, isWrapping } from "./column-span.tsx";
import { buildCssWidths, findWidth } from "./column-widths.tsx";
import type { ListTable } from "./features.tsx";

/** A column prepared for rendering. */
export interface GridColumn extends Column {
  /** Minimum width available for the text, in pixels. Infinite when every text on the page fits. */
  room: number;
  /** Whether a text that does not fit wraps to a second line instead of being truncated. */
  wraps: boolean;
  /** Class of a pinned column's cells. */
  stuck?: "pt-first" | "pt-pin";
  /** Position of a pinned column other than the first while the table scrolls. */
  pin?: CSSProperties;
}

interface GridColumnsInput {
  entity: Entity;
  table: ListTable;
  rows: readonly Row[];
  labels: Labels;
  /** Width of the checkbox column in pixels. */
  ticks: number;
}
export function useGridColumns({ entity, table, rows, labels, ticks }: GridColumnsInput) {
  const { lang } = usePorts();
  const hidden = useAmountsHidden();
  const visible = table.getVisibleLeafColumns();
  const names = useMemo(() => visible.map((column) => column.id), [visible]);
  // Joined as text, so that the columns keep their identity while the number of decimal places is unchanged.
  const decimals = names.map((name) => countDecimals(entity.field(name), rows) ?? "").join();
  const shown = useMemo(
    () =>
      names.map((name, index) =>
        listColumn(entity, entity.field(name), lang, {
          hidden,
          decimals: Number(decimals.split(",")[index]),
          toMinute: true,
        }),
      ),
    [names, entity, lang, hidden, decimals],
  );
  const { columnSizing } = table.state;
  const spans = useMemo(
    () =>
      shown.map((column): Span => {
        const { name } = column.field;
        const width = findWidth(columnSizing, name);
        if (width !== undefined) return { width, set: true };
        return measureColumn(column, entity.label(name, lang), rows, labels);
      }),
    [shown, entity, lang, rows, labels, columnSizing],
  );
  const widths = useMemo(() => buildCssWidths(spans, ticks), [spans, ticks]);
  const pins = visible.filter((column) => column.getIsPinned()).length;
  // Joined as text, so that the columns keep their identity while what fits is unchanged: a filter often leaves shorter
  // texts in a narrower column, and then no row has to render again.
  const rooms = spans
    .map(({ width, least = width, longest = Infinity }) => (longest <= least ? Infinity : least - EDGES))
    .join();
  const offsets = widths.columns
    .slice(0, Math.max(0, pins - 1))
    .map((_width, index) => `calc(${[`${ticks}px`, ...widths.columns.slice(0, index + 1)].join(" + ")})`)
    .join("|");
  const columns = useMemo(() => {
    const room = rooms.split(",");
    const pinned = offsets.split("|");
    return shown.map((column, index): GridColumn => ({
      ...column,
      room: Number(room[index]),
      wraps: isWrapping(column),
      ...(index < pins && { stuck: index === 0 ? "pt-first" : "pt-pin" }),
      ...(index > 0 && index < pins && { pin: { insetInlineStart: pinned[index - 1] } }),
    }));
  }, [shown, rooms, offsets, pins]);
  return { columns, widths };
}
