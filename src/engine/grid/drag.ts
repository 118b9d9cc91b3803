/** Selects a range of cells with the mouse, in lists and in grids of inputs. */
import { type CellPosition, type CellRange, isSameCell } from "./range.ts";

export interface DragTarget {
  /** Element that contains the cells. */
  frame: HTMLElement;
  /** Selector of the controls in a cell that handle the mouse themselves. */
  controls: string;
  /** Returns the cell that contains an element, or undefined outside the cells. */
  find(element: EventTarget | null): CellPosition | undefined;
  /** Returns whether pressing a button keeps the range. Elsewhere it clears the range and can start a new one. */
  keeps(event: MouseEvent): boolean;
  /** Returns the cell from which a Shift click extends the range to `cell`. Without it Shift has no effect. */
  findAnchor?(cell: CellPosition): CellPosition | undefined;
  select(range: CellRange | undefined): void;
}

/** Listens to the mouse until `signal` is aborted. */
export function listenToDrag(target: DragTarget, signal: AbortSignal): void {
  const { frame, controls, find, keeps, findAnchor, select } = target;
  let start: CellPosition | undefined;
  let hasSelected = false;
  const press = (event: MouseEvent) => {
    start = undefined;
    hasSelected = false;
    if (keeps(event)) return;
    const cell = event.button === 0 ? find(event.target) : undefined;
    const anchor = cell && event.shiftKey ? findAnchor?.(cell) : undefined;
    if (cell && anchor) {
      event.preventDefault();
      hasSelected = true;
      return select({ from: anchor, to: cell });
    }
    select(undefined);
    if (!(event.target instanceof Element && event.target.closest(controls))) start = cell;
  };
  const move = (event: MouseEvent) => {
    // The button may have been released outside the window.
    if ((event.buttons & 1) === 0) start = undefined;
    const to = start && find(event.target);
    if (!start || !to || (!hasSelected && isSameCell(start, to))) return;
    hasSelected = true;
    select({ from: start, to });
    clearTextSelection();
  };
  const release = () => {
    start = undefined;
    if (!hasSelected) return;
    hasSelected = false;
    // The click that ends a selection must not open a record or tick a checkbox.
    frame.addEventListener("click", swallow, { capture: true });
    setTimeout(() => frame.removeEventListener("click", swallow, { capture: true }));
  };
  document.addEventListener("mousedown", press, { signal });
  frame.addEventListener("mousemove", move, { signal });
  document.addEventListener("mouseup", release, { signal });
}

/** Clears the text that the browser has selected during the drag. Within a single cell, text can still be selected. */
function clearTextSelection(): void {
  const { activeElement: focused } = document;
  if (focused instanceof HTMLInputElement && focused.type === "text") focused.setSelectionRange(0, 0);
  else getSelection()?.removeAllRanges();
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
