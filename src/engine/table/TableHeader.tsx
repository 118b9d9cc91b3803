/** Header row: sort buttons, sort indexes and the page's checkbox. Rendered twice while the header floats. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListTable, features } from "./features.tsx";
import type { Header } from "@tanstack/react-table";
import { type KeyboardEvent, type MouseEvent, type TouchEvent, useState, useSyncExternalStore } from "react";
import { clampWidth, MAX_WIDTH, MIN_WIDTH, resizeBy, WIDTH_STEP, findWidth } from "./column-widths.tsx";
import { clickSort } from "./sorting.tsx";
import type { GridColumn } from "./use-grid-columns.tsx";
import type { RowSelection } from "./use-row-selection.tsx";

// Constant elements, so that React does not render the icons again with the header.
const SORT_ICONS = {
  asc: <ArrowUp size={14} aria-hidden />,
  desc: <ArrowDown size={14} aria-hidden />,
  none: <ChevronsUpDown size={14} aria-hidden />,
};

interface TableHeaderProps {
  entity: Entity;
  table: ListTable;
  columns: readonly GridColumn[];
  /** Undefined when rows cannot be selected. */
  selection: RowSelection | undefined;
  /** Whether this is the floating copy, which only the mouse uses. Screen readers and the keyboard use the original. */
  copy?: boolean | undefined;
}
export function TableHeader({ entity, table, columns, selection, copy }: TableHeaderProps) {
  const headers = table.getLeafHeaders();
  const several = headers.filter((header) => header.column.getIsSorted()).length > 1;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="pt-tick">
            <PageTick selection={selection} tab={copy ? -1 : undefined} />
          </th>
        )}
        {headers.map((header, index) => {
          const sorted = header.column.getIsSorted();
          const label = String(header.column.columnDef.header);
          return (
            <th
              key={header.id}
              scope="col"
              // Excludes the name of the resize handle inside the header.
              aria-label={label}
              data-column={copy ? undefined : header.id}
              className={columns[index]?.stuck}
              style={columns[index]?.pin}
              data-align={entity.field(header.id).kind.align}
              aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
            >
              {header.column.getCanSort() ? (
                <button
                  type="button"
                  className="pt-sort"
                  tabIndex={copy ? -1 : undefined}
                  onClick={(event) => clickSort(header.column, several, event.shiftKey)}
                >
                  <span>{label}</span>
                  {SORT_ICONS[sorted || "none"]}
                  {sorted && several && <span className="pt-sort-at">{header.column.getSortIndex() + 1}</span>}
                </button>
              ) : (
                <span>{label}</span>
              )}
              <ResizeHandle table={table} header={header} copy={copy} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function PageTick({ selection, tab }: { selection: RowSelection; tab?: number | undefined }) {
  const { t } = usePorts();
  const state = useSyncExternalStore(selection.all.subscribe, () => selection.state);
  return (
    <label className="pt-box">
      <input
        type="checkbox"
        tabIndex={tab}
        aria-label={t("list.selectPage")}
        checked={state === "all"}
        ref={(element) => {
          if (element) element.indeterminate = state === "some";
        }}
        onChange={() => selection.togglePage()}
      />
    </label>
  );
}

interface HandleProps {
  table: ListTable;
  header: Header<typeof features, Row, unknown>;
  /** Whether the handle is in the floating copy of the header, which only the mouse uses. */
  copy?: boolean | undefined;
}
/**
 * Handle at the end of a column header. Dragging or the arrow keys set the column's width; a double click or Enter
 * restores the automatic width.
 */
function ResizeHandle({ table, header, copy }: HandleProps) {
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
