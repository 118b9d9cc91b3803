/**
 * Row selection of the table, which reflects the list's selection for the visible rows. The table toggles rows, ranges
 * and pages; `Selection` keeps the selection of other pages.
 */
import type { RowSelectionState } from "@tanstack/react-table";
import { type RefObject, useLayoutEffect } from "react";
import type { Row } from "../model/entity.ts";
import type { Selection } from "../operation/selection.ts";
import type { ListTable } from "./features.tsx";

/** Converts a selection to table state. `key` is the rows' key field. */
export function readRowSelection(selection: Selection, rows: readonly Row[], key: string): RowSelectionState {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const id = String(row[key]);
      return selection.has(id) ? [[id, true]] : [];
    }),
  );
}

/** Applies table state to the selection: selects and deselects the rows whose state differs. */
export function applyRowSelection(
  selection: Selection,
  rows: readonly Row[],
  key: string,
  state: RowSelectionState,
): void {
  const changed = rows.filter((row) => selection.has(String(row[key])) !== (state[String(row[key])] ?? false));
  for (const on of [true, false]) {
    const part = changed.filter((row) => (state[String(row[key])] ?? false) === on);
    if (part.length > 0) selection.set(part, on);
  }
}

/** Passes every change of the selection to the table's state without re-rendering a component. */
export function useRowSelection(
  table: ListTable,
  selection: Selection | undefined,
  rows: readonly Row[],
  key: string,
): void {
  const state = table.baseAtoms.rowSelection;
  useLayoutEffect(() => {
    if (!selection) return undefined;
    const show = () => {
      const next = readRowSelection(selection, rows, key);
      state.set((old) => (Object.keys(old).length + Object.keys(next).length === 0 ? old : next));
    };
    show();
    return selection.subscribe(show);
  }, [state, selection, rows, key]);
}

/**
 * Marks the selected rows of a table body through a single subscription, so that selecting re-renders no row and rows
 * hold no state.
 */
export function useRowMarks(
  body: RefObject<HTMLTableSectionElement | null>,
  table: ListTable,
  selects: boolean,
  rows: readonly Row[],
): void {
  const state = table.atoms.rowSelection;
  useLayoutEffect(() => {
    if (!selects) return undefined;
    const show = () => {
      const chosen = state.get();
      for (const row of body.current?.rows ?? []) {
        const { id } = row.dataset;
        const tick = row.querySelector<HTMLInputElement>("[data-tick]");
        if (id === undefined || !tick) continue;
        const isSelected = chosen[id] === true;
        row.toggleAttribute("data-chosen", isSelected);
        tick.checked = isSelected;
      }
    };
    show();
    const { unsubscribe } = state.subscribe(show);
    return unsubscribe;
  }, [body, state, selects, rows]);
}

/** Toggles a row. With `range`, all rows from the last toggled row to this row get its new state. */
export function toggleRow(table: ListTable, id: string, range: boolean): void {
  const row = table.getRow(id);
  row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: range });
}
