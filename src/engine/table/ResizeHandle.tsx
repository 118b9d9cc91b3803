/**
 * Handle at a header's end, for mouse and touch: dragging sets the column's width, a double click restores the width by
 * contents. Hidden from screen readers, which would read it with every header; the column panel sets widths by keyboard.
 */
import type { Header } from "@tanstack/react-table";
import type { MouseEvent, TouchEvent } from "react";
import type { Row } from "../model/entity.ts";
import { boundedWidth, MAX_WIDTH, MIN_WIDTH } from "./column-widths.tsx";
import type { features, ListTable } from "./features.tsx";

interface HandleProps {
  table: ListTable;
  header: Header<typeof features, Row, unknown>;
}
export function ResizeHandle({ table, header }: HandleProps) {
  const { column } = header;
  const start = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest("th");
    const grid = event.currentTarget.closest<HTMLElement>(".pt-grid");
    if (!cell || !grid || ("button" in event && event.button !== 0)) return;
    // The table knows no width by contents: it starts from the one on the screen.
    const from = boundedWidth(cell.getBoundingClientRect().width);
    const had = table.atoms.columnSizing.get()[column.id] !== undefined;
    table.setColumnSizing((old) => ({ ...old, [column.id]: from }));
    let isMoved = false;
    const line = () => {
      const { isResizingColumn, deltaOffset } = table.atoms.columnResizing.get();
      if (isResizingColumn !== column.id) {
        delete grid.dataset.resizing;
        // A click sets no width.
        if (!isMoved && !had) column.resetSize();
        return stop.unsubscribe();
      }
      grid.dataset.resizing = "";
      isMoved ||= Boolean(deltaOffset);
      // Only the guide moves; the widths change once, when the handle is let go.
      const by = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, from + (deltaOffset ?? 0))) - from;
      const at = cell.getBoundingClientRect().right - grid.getBoundingClientRect().left + by;
      grid.style.setProperty("--resize-at", `${at}px`);
    };
    const stop = table.atoms.columnResizing.subscribe(line);
    header.getResizeHandler()(event);
  };
  return (
    <span
      className="pt-resize"
      aria-hidden
      onMouseDown={(event) => {
        event.preventDefault();
        start(event);
      }}
      onTouchStart={start}
      onDoubleClick={() => column.resetSize()}
    />
  );
}
