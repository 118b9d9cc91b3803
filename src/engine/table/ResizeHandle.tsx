/**
 * Handle at the end of a column header. Dragging or the arrow keys set the column's width; a double click or Enter
 * restores the automatic width.
 */
import type { Header } from "@tanstack/react-table";
import { type KeyboardEvent, type MouseEvent, type TouchEvent, useState } from "react";
import type { Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { clampWidth, MAX_WIDTH, MIN_WIDTH, resizeBy, WIDTH_STEP, findWidth } from "./column-widths.tsx";
import type { features, ListTable } from "./features.tsx";

interface HandleProps {
  table: ListTable;
  header: Header<typeof features, Row, unknown>;
  /** Whether the handle is in the floating copy of the header, which only the mouse uses. */
  copy?: boolean | undefined;
}
export function ResizeHandle({ table, header, copy }: HandleProps) {
  const { t } = usePorts();
  const { column } = header;
  // The table does not know the automatic width, so it is measured on focus.
  const [seen, setSeen] = useState(MIN_WIDTH);
  const start = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    if (!("button" in event && event.button !== 0)) startDrag(table, header, event);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP, Home: -MAX_WIDTH, End: MAX_WIDTH }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (by === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (by === undefined) column.resetSize();
    else resizeBy(table, column.id, event.currentTarget.closest("th"), by);
  };
  const width = findWidth(table.state.columnSizing, column.id) ?? seen;
  return (
    <span
      className="pt-resize"
      role="separator"
      tabIndex={copy ? -1 : 0}
      {...(copy
        ? { "aria-hidden": true }
        : {
            "aria-orientation": "vertical",
            "aria-label": t("list.resize", { column: String(column.columnDef.header) }),
            "aria-valuenow": width,
            "aria-valuemin": MIN_WIDTH,
            "aria-valuemax": MAX_WIDTH,
            "aria-valuetext": t("list.width", { width }),
          })}
      onFocus={(event) => setSeen(clampWidth(event.currentTarget.closest("th")?.offsetWidth ?? 0))}
      onKeyDown={press}
      onMouseDown={(event) => {
        // Prevents the drag from selecting text.
        event.preventDefault();
        start(event);
      }}
      onTouchStart={start}
      onDoubleClick={() => column.resetSize()}
    />
  );
}

/** Starts a drag. Only a guide follows the pointer; the widths change once when the handle is released. */
function startDrag(
  table: ListTable,
  header: HandleProps["header"],
  event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>,
): void {
  const { column } = header;
  const cell = event.currentTarget.closest("th");
  const grid = event.currentTarget.closest<HTMLElement>(".pt-grid");
  if (!cell || !grid) return;
  // The table does not know the automatic width, so start from the rendered one.
  const from = clampWidth(cell.getBoundingClientRect().width);
  const had = table.atoms.columnSizing.get()[column.id] !== undefined;
  table.setColumnSizing((old) => ({ ...old, [column.id]: from }));
  let isMoved = false;
  const line = () => {
    const { isResizingColumn, deltaOffset } = table.atoms.columnResizing.get();
    if (isResizingColumn !== column.id) {
      delete grid.dataset.resizing;
      // A click without a drag sets no width.
      if (!isMoved && !had) column.resetSize();
      return stop.unsubscribe();
    }
    grid.dataset.resizing = "";
    isMoved ||= Boolean(deltaOffset);
    const by = clampWidth(from + (deltaOffset ?? 0)) - from;
    const index = cell.getBoundingClientRect().right - grid.getBoundingClientRect().left + by;
    grid.style.setProperty("--resize-at", `${index}px`);
  };
  const stop = table.atoms.columnResizing.subscribe(line);
  header.getResizeHandler()(event);
}
