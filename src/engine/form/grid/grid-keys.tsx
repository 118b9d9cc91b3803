/** Keys of a grid: moves between rows, changes of rows, ranges of cells, undo. */
import type { KeyboardEvent } from "react";
import { ARROWS, type CellPosition } from "../../base/cell-range.ts";
import type { GridModel } from "./grid-model.tsx";
import type { CellAddress } from "./cells.ts";

/** Returns the grid position where an event occurred, or undefined outside the cells. */
export function findCell(target: EventTarget | null): CellAddress | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-column]") : null;
  const row = cell?.closest<HTMLElement>("tr[data-index]");
  return cell?.dataset.column && row ? { row: Number(row.dataset.index), column: cell.dataset.column } : undefined;
}

/** Returns whether the control itself handles the up and down arrows. */
const isOwnArrow = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
/** Returns whether the control itself handles Enter. */
const isOwnEnter = (target: EventTarget): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLTextAreaElement;
/** Returns whether a combobox shows its options. */
const isExpanded = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/**
 * Returns the row offset of an arrow key: 1 for down, -1 for up. 0 for other keys, and when the control handles the
 * arrows itself.
 */
const countRows = ({ key, target }: KeyboardEvent): number =>
  isOwnArrow(target) ? 0 : key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;

/** Returns the action of an Alt key combination on a row, or undefined for other keys. */
function findRowAction(event: KeyboardEvent, { row, column }: CellAddress, model: GridModel): (() => void) | undefined {
  const by = countRows(event);
  if (event.key === "Enter") return () => model.add(row + 1, column);
  if (event.key === "Delete" || event.key === "Backspace") return () => model.remove(row, column);
  return by === 0 ? undefined : () => model.move(row, row + by, column);
}

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

/** Returns by how many rows and columns a key extends the range, or undefined for other keys. */
function findExtension(
  { key, shiftKey, altKey, ctrlKey, metaKey, target, repeat }: KeyboardEvent,
  model: GridModel,
): CellPosition | undefined {
  const by = shiftKey && !altKey && !isExpanded(target) ? ARROWS[key] : undefined;
  const starts =
    by && (model.selection.range !== undefined || by.column === 0 || (!repeat && isAtEnd(target, by.column)));
  if (!by || !starts) return undefined;
  const far = ctrlKey || metaKey ? Infinity : 1;
  return { row: by.row && by.row * far, column: by.column && by.column * far };
}

/** Returns whether undo is left to the control, because its options are open or it can still undo typed text itself. */
const isOwnUndo = (target: EventTarget, model: GridModel): boolean =>
  isExpanded(target) ||
  (target instanceof HTMLInputElement &&
    target.type === "text" &&
    target.role !== "combobox" &&
    model.changes.isTyping);

/** Returns the action of a key with Ctrl or the command key, or undefined for other keys. */
function findCommand(
  { key, shiftKey, target }: KeyboardEvent,
  at: CellPosition | undefined,
  model: GridModel,
): (() => void) | undefined {
  const letter = key.toLowerCase();
  if (letter === "d" && !shiftKey) return () => model.fill("down", at);
  // Without a range, Ctrl+R reloads the page as usual.
  if (letter === "r" && !shiftKey && model.selection.range) return () => model.fill("right");
  const way = letter === "y" || (letter === "z" && shiftKey) ? "redo" : letter === "z" ? "undo" : undefined;
  return way && !isOwnUndo(target, model) && model.changes.can(way) ? () => model.undo(way) : undefined;
}

/** Returns the action of a key on a range of cells or on the grid's changes, or undefined for other keys. */
function findRangeAction(
  event: KeyboardEvent,
  cell: CellAddress | undefined,
  model: GridModel,
): (() => void) | undefined {
  const { key, altKey, ctrlKey, metaKey } = event;
  const by = findExtension(event, model);
  const from = model.selection.range?.from ?? (cell && model.selection.locate(cell));
  if (by && from) return () => model.reveal(model.selection.extend(by, from));
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return findCommand(event, from, model);
  if (!model.selection.range) return undefined;
  if (key === "Escape") return () => model.selection.select(undefined);
  return key === "Delete" || key === "Backspace" ? () => model.fill("clear") : undefined;
}

/** Returns the action of a key in a cell, or undefined for keys that the control handles. */
function findCellAction(
  event: KeyboardEvent,
  { row, column }: CellAddress,
  model: GridModel,
): (() => void) | undefined {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) return findRowAction(event, { row, column }, model);
  if (key === "Enter" && !isOwnEnter(event.target))
    return () => !event.repeat && model.step(row + (shiftKey ? -1 : 1), column);
  const by = shiftKey ? 0 : countRows(event);
  return by === 0 ? undefined : () => model.focus(row + by, column);
}

/**
 * Handles a key of a grid. Unless a range is selected, keys outside the cells are ignored, such as those in an open
 * calendar, which is a popup.
 */
export function handleGridKey(event: KeyboardEvent, model: GridModel): void {
  const cell = findCell(event.target);
  if (
    (!cell && !model.selection.range) ||
    event.defaultPrevented ||
    event.nativeEvent.isComposing ||
    event.keyCode === 229
  )
    return;
  const act = findRangeAction(event, cell, model) ?? (cell && findMove(event, cell, model));
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Returns the action of a key in a cell, which also clears the selected range. */
function findMove(event: KeyboardEvent, cell: CellAddress, model: GridModel): (() => void) | undefined {
  const act = findCellAction(event, cell, model);
  return (
    act &&
    (() => {
      model.selection.select(undefined);
      act();
    })
  );
}
