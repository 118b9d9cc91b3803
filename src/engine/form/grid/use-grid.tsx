/** Creates the model of a grid, and passes the mouse, the clipboard and the focus in its cells on to it. */
import { useEffect, useMemo, useReducer, useRef } from "react";
import { attachListeners } from "../../base/attach-listeners.ts";
import { fillClipboard } from "../../base/copy-text.ts";
import { useForm } from "../../controls/model.tsx";
import type { ListNode } from "../../form-store/nodes.ts";
import { listenToDrag } from "../../grid/drag.ts";
import { findStart, isSameCell } from "../../grid/range.ts";
import type { RowScroller } from "../../grid/VirtualRows.tsx";
import type { Field } from "../../model/entity.ts";
import { findCell } from "./grid-keys.tsx";
import { GridModel } from "./grid-model.tsx";

/**
 * Returns a grid's model and the ref of its scroller, and attaches the model as the list's control. `frame` contains
 * the cells.
 */
export function useGrid(list: ListNode, columns: readonly Field[], frame: HTMLElement | null) {
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
        reach: (leaf) => model.focus(list.rows.indexOf(leaf.parent), columns.indexOf(leaf.field)),
      }),
    [list, columns, model],
  );
  useEffect(() => {
    if (!frame) return undefined;
    return attachListeners((signal) => {
      listenToMouse(frame, model, signal);
      listenToClipboard(frame, model, signal);
      listenToCells(frame, model, signal);
    });
  }, [frame, model]);
  return { model, scroller };
}

const isInside = (frame: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Node && frame.contains(target);

function listenToMouse(frame: HTMLElement, model: GridModel, signal: AbortSignal): void {
  const find = (target: EventTarget | null) => (isInside(frame, target) ? findCell(target) : undefined);
  listenToDrag(
    {
      frame,
      controls: "select, button",
      find,
      keeps: ({ target, button }) => isInside(frame, target) && (button !== 0 || !find(target)),
      findAnchor(cell) {
        const focused = find(document.activeElement);
        return model.range?.from ?? (focused && !isSameCell(focused, cell) ? focused : undefined);
      },
      select: (range) => model.select(range),
    },
    signal,
  );
  // Prevent the browser from dragging the selected text of a cell instead of extending the range.
  frame.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/**
 * Copies and cuts the range, and pastes ranges from other programs. Without a selected range, pasting a single value is
 * left to the input.
 */
function listenToClipboard(frame: HTMLElement, model: GridModel, signal: AbortSignal): void {
  // If no text is selected, the event's target is the document's body instead of the focused element.
  const concerns = ({ target }: Event) => isInside(frame, target) || isInside(frame, document.activeElement);
  const copied = (event: ClipboardEvent) => {
    const content = concerns(event) ? model.copy() : undefined;
    if (content && fillClipboard(event, content) && event.type === "cut") model.fill("clear");
  };
  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const cell = model.range ? findStart(model.range) : findCell(event.target);
    // Copied text with a tab or a line break within it is a range of several cells.
    const isRange = /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ""));
    if (!cell || !concerns(event) || (!isRange && (!model.range || text === ""))) return;
    event.preventDefault();
    // Keep the enclosing form from searching the pasted text for labels and values.
    event.stopPropagation();
    void (isRange ? model.paste(cell, text) : model.pasteIntoAll(text));
  };
  document.addEventListener("copy", copied, { capture: true, signal });
  document.addEventListener("cut", copied, { capture: true, signal });
  document.addEventListener("paste", pasted, { capture: true, signal });
}

/** Records typed text, and ends the range when the focus moves to another element or its cell is edited. */
function listenToCells(frame: HTMLElement, model: GridModel, signal: AbortSignal): void {
  const focused = ({ target }: FocusEvent) => {
    const cell = isInside(frame, target) ? findCell(target) : undefined;
    if (cell) model.changes.visit(cell);
    const { range } = model;
    if (target !== frame && range && !(cell && isSameCell(range.from, cell))) model.select(undefined);
  };
  const typed = ({ target }: Event) => {
    if (!findCell(target)) return;
    model.changes.type();
    model.select(undefined);
  };
  document.addEventListener("focusin", focused, { signal });
  frame.addEventListener("input", typed, { signal });
}
