/** Chooses and orders columns by mouse, touch or keyboard, and sets the row height. */
import { ChevronDown, ChevronUp, GripVertical, Pin } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { moved } from "../cells/columns.ts";
import { resizeBy, WIDTH_STEP } from "./column-widths.tsx";
import type { ListTable } from "./features.tsx";
import { type Columns, DENSITIES } from "./use-columns.tsx";

export interface ColumnListProps {
  table: ListTable;
  columns: Columns;
}
export function ColumnList({ table, columns }: ColumnListProps) {
  const { word } = usePorts();
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<string>(undefined);
  const [said, setSaid] = useState("");
  const shown = table.getVisibleLeafColumns().map((column) => column.id);
  const label = (name: string) => String(table.getColumn(name)?.columnDef.header);
  const move = (name: string, to: number) => {
    if (to < 0 || to >= shown.length) return;
    table.setColumnOrder((order) => moved(order, order.indexOf(name), to));
    setSaid(word("list.columnMoved", { column: label(name), at: to + 1, count: shown.length }));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] input`)?.focus(),
    );
  };
  const widen = (name: string, by: number) => {
    const cell = document.querySelector(`.pt-scroll th[data-column="${CSS.escape(name)}"]`);
    const width = resizeBy(table, name, cell, by);
    setSaid(word("list.columnWidth", { column: label(name), width }));
  };
  const reset = () => {
    columns.reset();
    table.resetColumnSizing(true);
  };
  const isSized = Object.keys(table.state.columnSizing).length > 0;
  const keys = (event: KeyboardEvent, name: string) => {
    if (!event.altKey || !event.key.startsWith("Arrow") || !shown.includes(name)) return;
    event.preventDefault();
    if (event.key === "ArrowLeft" || event.key === "ArrowRight")
      widen(name, event.key === "ArrowLeft" ? -WIDTH_STEP : WIDTH_STEP);
    else move(name, shown.indexOf(name) + (event.key === "ArrowUp" ? -1 : 1));
  };
  const over = (event: DragEvent) => dragged.current !== undefined && event.preventDefault();
  const drop = (event: DragEvent, name: string) => {
    event.preventDefault();
    if (dragged.current && shown.includes(name)) move(dragged.current, shown.indexOf(name));
    dragged.current = undefined;
  };
  return (
    <div className="pt-columns">
      <fieldset className="pt-density">
        <legend>{word("list.density")}</legend>
        {DENSITIES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="density"
              checked={columns.density === one}
              onChange={() => columns.setDensity(one)}
            />
            {word(`list.density.${one}`)}
          </label>
        ))}
      </fieldset>
      <div className="pt-columns-head">
        <h2>{word("list.columns")}</h2>
        <button type="button" className="pt-clear" disabled={!columns.changed && !isSized} onClick={reset}>
          {word("list.columnsReset")}
        </button>
      </div>
      <p className="pt-quiet">{word("list.columnsHelp")}</p>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ul ref={list}>
        {table.getAllLeafColumns().map((column) => {
          const name = column.id;
          const at = shown.indexOf(name);
          const on = at >= 0;
          return (
            <li
              key={name}
              data-column={name}
              draggable={on}
              onDragStart={() => (dragged.current = name)}
              onDragOver={over}
              onDrop={(event) => drop(event, name)}
              onKeyDown={(event) => keys(event, name)}
            >
              <GripVertical size={14} strokeWidth={1.5} aria-hidden data-off={!on || undefined} />
              <label>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={on && shown.length === 1}
                  onChange={column.getToggleVisibilityHandler()}
                />
                {label(name)}
              </label>
              {on && (
                <span className="pt-column-moves">
                  <button
                    type="button"
                    className="pt-move"
                    aria-pressed={Boolean(column.getIsPinned())}
                    aria-label={word("list.pin", { column: label(name) })}
                    title={word("list.pin", { column: label(name) })}
                    onClick={() => column.pin(column.getIsPinned() ? false : "start")}
                  >
                    <Pin size={16} strokeWidth={1.5} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className="pt-move"
                    aria-label={word("form.moveUp", { label: label(name) })}
                    disabled={at === 0}
                    onClick={() => move(name, at - 1)}
                  >
                    <ChevronUp size={16} strokeWidth={1.5} aria-hidden />
                  </button>
                  <button
                    type="button"
                    className="pt-move"
                    aria-label={word("form.moveDown", { label: label(name) })}
                    disabled={at === shown.length - 1}
                    onClick={() => move(name, at + 1)}
                  >
                    <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
