/** Keys of a grid: moves between rows, changes of rows, ranges of cells, undo. */
import type { KeyboardEvent } from "react";
import { ARROWS, type CellPosition } from "../../grid/range.ts";
import type { GridModel } from "./grid-model.tsx";

/** Returns the cell that contains an element, or undefined outside the cells. */
export function findCell(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("td[data-column]") : null;
  const row = cell?.closest<HTMLElement>("tr[data-index]");
  // The first cell holds the row number.
  return cell && row ? { row: Number(row.dataset.index), column: cell.cellIndex - 1 } : undefined;
}

/**
 * Handles a key of a grid. Unless a range is selected, keys outside the cells are ignored, such as those in an open
 * calendar, which is a popup.
 */
export function handleGridKey(event: KeyboardEvent, model: GridModel): void {
  const cell = findCell(event.target);
  if ((!cell && !model.range) || event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229)
    return;
  const onRange = findRangeAction(event, cell, model);
  const onCell = onRange || !cell ? undefined : findCellAction(event, cell, model);
  if (!onRange && !onCell) return;
  event.preventDefault();
  event.stopPropagation();
  onRange?.();
  if (!onCell) return;
  model.select(undefined);
  onCell();
}

/** Returns the action of a key on a range of cells or on the grid's changes, or undefined for other keys. */
function findRangeAction(
  event: KeyboardEvent,
  cell: CellPosition | undefined,
  model: GridModel,
): (() => void) | undefined {
  const { key, shiftKey, altKey, target } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const from = model.range?.from ?? cell;
  const by = shiftKey && !altKey && !isExpanded(target) ? ARROWS[key] : undefined;
  if (by && from && (model.range || by.column === 0 || (!event.repeat && isAtEnd(target, by.column)))) {
    const far = isCommand ? Infinity : 1;
    return () => model.extend({ row: by.row && by.row * far, column: by.column && by.column * far }, from);
  }
  if (altKey) return undefined;
  if (isCommand) return findCommand(event, from, model);
  if (!model.range) return undefined;
  if (key === "Escape") return () => model.select(undefined);
  return isRemoving(key) ? () => model.fill("clear") : undefined;
}

/** Returns the action of a key with Ctrl or the command key, or undefined for other keys. */
function findCommand(
  { key, shiftKey, target }: KeyboardEvent,
  at: CellPosition | undefined,
  model: GridModel,
): (() => void) | undefined {
  const letter = key.toLowerCase();
  if (letter === "d" && !shiftKey) return () => model.fill("down", at);
  // Without a range, Ctrl+R reloads the page as usual.
  if (letter === "r" && !shiftKey && model.range) return () => model.fill("right");
  const way = letter === "y" || (letter === "z" && shiftKey) ? "redo" : letter === "z" ? "undo" : undefined;
  return way && !isOwnUndo(target, model) && model.changes.can(way) ? () => model.undo(way) : undefined;
}

/** Returns the action of a key in a cell, or undefined for keys that the control handles. */
function findCellAction(
  { key, shiftKey, altKey, ctrlKey, metaKey, target, repeat }: KeyboardEvent,
  { row, column }: CellPosition,
  model: GridModel,
): (() => void) | undefined {
  if (ctrlKey || metaKey) return undefined;
  // Selects and text areas handle the up and down arrows themselves.
  const isOwnArrow = target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  const by = isOwnArrow ? 0 : (ARROWS[key]?.row ?? 0);
  if (altKey) {
    if (key === "Enter") return () => model.add(row + 1, column);
    if (isRemoving(key)) return () => model.remove(row, column);
    return by === 0 ? undefined : () => model.move(row, row + by, column);
  }
  const isOwnEnter = target instanceof HTMLButtonElement || target instanceof HTMLTextAreaElement;
  if (key === "Enter" && !isOwnEnter) return () => !repeat && model.step(row + (shiftKey ? -1 : 1), column);
  return by === 0 || shiftKey ? undefined : () => model.focus(row + by, column);
}

const isRemoving = (key: string): boolean => key === "Delete" || key === "Backspace";

/** Returns whether a combobox shows its options. */
const isExpanded = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/**
 * Returns whether an arrow key cannot extend a text selection in its control: the control is not a text field, its
 * whole text is selected, or the caret is at that end of the text.
 */
function isAtEnd(target: EventTarget, by: number): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== "text") return true;
  const { selectionStart: start, selectionEnd: end, value } = target;
  if (start === 0 && end === value.length) return true;
  return start === end && start === (by < 0 ? 0 : value.length);
}

/** Returns whether undo is left to the control, because its options are open or it can still undo typed text itself. */
const isOwnUndo = (target: EventTarget, model: GridModel): boolean =>
  isExpanded(target) ||
  (target instanceof HTMLInputElement &&
    target.type === "text" &&
    target.role !== "combobox" &&
    model.changes.isTyping);
