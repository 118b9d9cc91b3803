/** Moves columns in the column list by mouse and keyboard, and resizes them by keyboard. */
import { type DragEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { moveName } from "../cells/columns.ts";
import { resizeBy, WIDTH_STEP } from "./column-widths.tsx";
import type { ListTable } from "./features.tsx";

export interface ColumnMoves {
  /** Names of the visible columns in order. */
  shown: readonly string[];
  label(name: string): string;
  /** Moves a visible column to an index. Indexes out of range are ignored. */
  move(name: string, to: number): void;
  /** Handles Alt with an arrow key: Up and Down move the column, Left and Right resize it. */
  onKeyDown(event: KeyboardEvent, name: string): void;
  onDragStart(name: string): void;
  onDragOver(event: DragEvent): void;
  onDrop(event: DragEvent, name: string): void;
}
/** Moves and resizes columns in the column list. `say` announces the result to screen readers. */
export function useColumnMoves(
  table: ListTable,
  list: RefObject<HTMLUListElement | null>,
  format: (text: string) => void,
): ColumnMoves {
  const { t } = usePorts();
  const dragged = useRef<string>(undefined);
  const shown = table.getVisibleLeafColumns().map((column) => column.id);
  const label = (name: string) => String(table.getColumn(name)?.columnDef.header);
  const move = (name: string, to: number) => {
    if (to < 0 || to >= shown.length) return;
    table.setColumnOrder((order) => moveName(order, order.indexOf(name), to));
    format(t("list.columnMoved", { column: label(name), at: to + 1, count: shown.length }));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] input`)?.focus(),
    );
  };
  const widen = (name: string, by: number) => {
    const cell = document.querySelector(`.pt-scroll th[data-column="${CSS.escape(name)}"]`);
    const width = resizeBy(table, name, cell, by);
    format(t("list.columnWidth", { column: label(name), width }));
  };
  return {
    shown,
    label,
    move,
    onKeyDown(event, name) {
      if (!event.altKey || !event.key.startsWith("Arrow") || !shown.includes(name)) return;
      event.preventDefault();
      if (event.key === "ArrowLeft" || event.key === "ArrowRight")
        widen(name, event.key === "ArrowLeft" ? -WIDTH_STEP : WIDTH_STEP);
      else move(name, shown.indexOf(name) + (event.key === "ArrowUp" ? -1 : 1));
    },
    onDragStart: (name) => (dragged.current = name),
    onDragOver: (event) => dragged.current !== undefined && event.preventDefault(),
    onDrop(event, name) {
      event.preventDefault();
      if (dragged.current && shown.includes(name)) move(dragged.current, shown.indexOf(name));
      dragged.current = undefined;
    },
  };
}
