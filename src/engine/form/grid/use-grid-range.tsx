/** Selects a range of cells in a grid with the mouse, and handles copying, cutting and pasting. */
import { useEffect } from "react";
import { findCell } from "./grid-keys.tsx";
import type { GridModel } from "./grid-model.tsx";
import { isRange, type CellAddress } from "./cells.ts";

/** Handles the mouse, the clipboard and the focus in a grid. `frame` contains its cells. */
export function useGridRange(frame: HTMLElement | null, model: GridModel): void {
  useEffect(() => {
    if (!frame) return undefined;
    const ends = [listenToMouse(frame, model), listenToClipboard(frame, model), listenToCells(frame, model)];
    return () => {
      for (const end of ends) end();
    };
  }, [frame, model]);
}

/** Selector of the controls that handle a pressed mouse button themselves. */
const OWN = "select, button";

function listenToMouse(frame: HTMLElement, model: GridModel): () => void {
  let start: CellAddress | undefined;
  const draw = (from: CellAddress, to: CellAddress) => {
    model.selection.select({ from: model.selection.locate(from), to: model.selection.locate(to) });
    // Clear the text selection that the browser starts in the input where the mouse button was pressed.
    const focused = document.activeElement;
    if (model.selection.range && focused instanceof HTMLInputElement && focused.type === "text")
      focused.setSelectionRange(0, 0);
  };
  const down = (event: MouseEvent) => {
    const { target, button, shiftKey } = event;
    start = undefined;
    if (!isInside(frame, target)) return model.selection.select(undefined);
    const cell = findCell(target);
    if (!cell || button !== 0) return undefined;
    const anchor = model.selection.range ? undefined : findCell(document.activeElement);
    const from = model.selection.range?.from ?? (anchor && model.selection.locate(anchor));
    if (shiftKey && from && !isSame(anchor, cell)) {
      event.preventDefault();
      // Prevent the click that follows from ticking a checkbox.
      frame.addEventListener("click", preventDefault, { capture: true, once: true });
      setTimeout(() => frame.removeEventListener("click", preventDefault, { capture: true }), 500);
      return model.selection.select({ from, to: model.selection.locate(cell) });
    }
    model.selection.select(undefined);
    if (!(target instanceof Element && target.closest(OWN))) start = cell;
  };
  const move = ({ target, buttons }: MouseEvent) => {
    const to = findCell(target);
    if ((buttons & 1) === 0) start = undefined;
    if (start && to && (model.selection.range || !isSame(start, to))) draw(start, to);
  };
  document.addEventListener("mousedown", down);
  frame.addEventListener("mousemove", move);
  // Prevent the browser from dragging the selected text of a cell instead of extending the range.
  frame.addEventListener("dragstart", preventDefault);
  return () => {
    document.removeEventListener("mousedown", down);
    frame.removeEventListener("mousemove", move);
    frame.removeEventListener("dragstart", preventDefault);
  };
}
const isInside = (frame: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Node && frame.contains(target);
const preventDefault = (event: Event): void => event.preventDefault();
const isSame = (a: CellAddress | undefined, b: CellAddress): boolean => a?.row === b.row && a.column === b.column;

/**
 * Copies and cuts the range, and pastes ranges from other programs. Without a selected range, pasting a single value is
 * left to the input.
 */
function listenToClipboard(frame: HTMLElement, model: GridModel): () => void {
  // If no text is selected, the event's target is the document's body instead of the focused element.
  const concerns = ({ target }: Event) => isInside(frame, target) || isInside(frame, document.activeElement);
  const copied = (event: ClipboardEvent) => {
    const clip = concerns(event) ? model.copy() : undefined;
    if (!clip || !event.clipboardData) return;
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData.setData("text/plain", clip.text);
    event.clipboardData.setData("text/html", clip.html);
    if (event.type === "cut") model.fill("clear");
  };
  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const cell = model.selection.start ?? findCell(event.target);
    const ranged = isRange(text);
    if (!cell || !concerns(event) || (!ranged && (!model.selection.range || text === ""))) return;
    event.preventDefault();
    // Keep the enclosing form from searching the pasted text for labels and values.
    event.stopPropagation();
    void (ranged ? model.paste(cell, text) : model.pasteIntoAll(text));
  };
  document.addEventListener("copy", copied, { capture: true });
  document.addEventListener("cut", copied, { capture: true });
  document.addEventListener("paste", pasted, { capture: true });
  return () => {
    document.removeEventListener("copy", copied, { capture: true });
    document.removeEventListener("cut", copied, { capture: true });
    document.removeEventListener("paste", pasted, { capture: true });
  };
}

/** Records typed text, and ends the range when the focus moves to another element or its cell is edited. */
function listenToCells(frame: HTMLElement, model: GridModel): () => void {
  const focused = ({ target }: FocusEvent) => {
    const cell = isInside(frame, target) ? findCell(target) : undefined;
    if (cell) model.changes.visit(cell);
    if (target !== frame && model.selection.range && !(cell && isAnchor(model, cell)))
      model.selection.select(undefined);
  };
  const typed = ({ target }: Event) => {
    if (!findCell(target)) return;
    model.changes.type();
    model.selection.select(undefined);
  };
  document.addEventListener("focusin", focused);
  frame.addEventListener("input", typed);
  return () => {
    document.removeEventListener("focusin", focused);
    frame.removeEventListener("input", typed);
  };
}

function isAnchor(model: GridModel, cell: CellAddress): boolean {
  const { row, column } = model.selection.locate(cell);
  return model.selection.range?.from.row === row && model.selection.range.from.column === column;
}
