/** Provides a grid's model and handles its keys and pastes. */
import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef } from "react";
import { useForm } from "../../controls/model.tsx";
import type { ListNode } from "../../form-store/nodes.ts";
import type { Field } from "../../model/entity.ts";
import type { RowScroller } from "../../react/VirtualRows.tsx";
import { GridModel } from "./grid-model.tsx";
import { isRange, type CellPosition } from "./paste.ts";

/** Returns a grid's model and the ref of its scroller, and attaches the model as the list's control. */
export function useGrid(list: ListNode, columns: readonly Field[]) {
  const { store, ports } = useForm();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const scroller = useRef<RowScroller>(null);
  const model = useMemo(
    () => new GridModel({ store, ports, list, columns, scroller, draw }),
    [store, ports, list, columns, scroller],
  );
  useEffect(
    () =>
      list.attach({
        write: () => undefined,
        focus: () => (list.rows.length > 0 ? model.focus(0) : document.getElementById(`${list.id}-add`)?.focus()),
        reach: (leaf) => model.focus(list.rows.indexOf(leaf.parent), leaf.field.name),
      }),
    [list, model],
  );
  return { model, scroller };
}

/** Returns the grid position where an event occurred, or undefined outside the cells. */
export function findCell(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-column]") : null;
  const row = cell?.closest<HTMLElement>("tr[data-index]");
  return cell?.dataset.column && row ? { row: Number(row.dataset.index), column: cell.dataset.column } : undefined;
}

/** Handles pasted cell ranges. A single value is left to the input. Typing discards the undo of the last paste. */
export function usePasteIntoGrid(table: HTMLTableElement | null, model: GridModel): void {
  useEffect(() => {
    if (!table) return undefined;
    const pasted = (event: ClipboardEvent) => {
      const cell = findCell(event.target);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!cell || !isRange(text)) return;
      event.preventDefault();
      // The enclosing form would look for labels and values in the pasted text.
      event.stopPropagation();
      void model.paste(cell, text);
    };
    const typed = () => model.keep();
    table.addEventListener("paste", pasted);
    table.addEventListener("input", typed);
    return () => {
      table.removeEventListener("paste", pasted);
      table.removeEventListener("input", typed);
    };
  }, [table, model]);
}

/** Returns whether the control itself handles the up and down arrows. */
const isOwnArrow = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
/** Returns whether the control itself handles Enter. */
const isOwnEnter = (target: EventTarget): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLTextAreaElement;

/**
 * Returns the row offset of an arrow key: 1 for down, -1 for up. 0 for other keys, and when the control handles the
 * arrows itself.
 */
const countRows = ({ key, target }: KeyboardEvent): number =>
  isOwnArrow(target) ? 0 : key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;

/** Returns the action of an Alt key combination on a row, or undefined for other keys. */
function findRowAction(
  event: KeyboardEvent,
  { row, column }: CellPosition,
  model: GridModel,
): (() => void) | undefined {
  const by = countRows(event);
  if (event.key === "Enter") return () => model.add(row + 1, column);
  if (event.key === "Delete" || event.key === "Backspace") return () => model.remove(row, column);
  return by === 0 ? undefined : () => model.move(row, row + by, column);
}

/** Returns the action of a key in a cell, or undefined for keys that the control handles. */
function findAction(event: KeyboardEvent, cell: CellPosition, model: GridModel): (() => void) | undefined {
  const { key, shiftKey } = event;
  const { row, column } = cell;
  if (event.ctrlKey || event.metaKey) return key === "z" && model.canUndo ? () => model.undo() : undefined;
  if (event.altKey) return findRowAction(event, cell, model);
  if (key === "Enter" && !isOwnEnter(event.target))
    return () => !event.repeat && model.step(row + (shiftKey ? -1 : 1), column);
  const by = shiftKey ? 0 : countRows(event);
  return by === 0 ? undefined : () => model.focus(row + by, column);
}

/**
 * Handles keys in a cell: moves between rows, and adds, removes or moves rows. Keys in popups, such as an open
 * calendar, are ignored because a popup is not part of a cell.
 */
export function handleGridKey(event: KeyboardEvent, model: GridModel): void {
  const cell = findCell(event.target);
  if (!cell || event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const act = findAction(event, cell, model);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
