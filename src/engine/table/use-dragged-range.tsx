/** Selects a range of cells in a list by dragging over them, or with Shift and the arrow keys from the focused row. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { attachListeners } from "../base/attach-listeners.ts";
import { listenToDrag } from "../grid/drag.ts";
import { ARROWS, type CellPosition, type CellRange, findEdges, moveEnd } from "../grid/range.ts";

interface DragOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  /** Number of columns before the first field: 1 with checkboxes, otherwise 0. */
  before: number;
  /** Number of columns, not counting the checkboxes. */
  width: number;
  range: CellRange | undefined;
  onRange(range: CellRange | undefined): void;
}

/** Reports the range while it is being selected, and marks its cells. Escape or a click elsewhere clears it. */
export function useDraggedRange(options: DragOptions): void {
  const { body, before, range } = options;
  useLayoutEffect(() => {
    if (!range) return undefined;
    const { top, bottom, left, right } = findEdges(range);
    const cells = listLines(body.current)
      .slice(top, bottom + 1)
      .flatMap((row) => [...row.cells].slice(left + before, right + before + 1));
    for (const cell of cells) cell.setAttribute("data-in-range", "");
    return () => {
      for (const cell of cells) cell.removeAttribute("data-in-range");
    };
  }, [body, before, range]);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const frame = body.current;
    if (!frame) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!handleKey(event, latest.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    return attachListeners((signal) => {
      document.addEventListener("keydown", press, { capture: true, signal });
      listenToDrag(
        {
          frame,
          controls: "a, button, input, label, select",
          find: (element) => findCell(latest.current, element),
          keeps: ({ target }) => target instanceof Element && target.closest("[data-range-bar]") !== null,
          select: (range) => latest.current.onRange(range),
        },
        signal,
      );
    });
  }, [body]);
}

/** Returns the table rows that show a record, in order. */
const listLines = (body: HTMLTableSectionElement | null): HTMLTableRowElement[] => [
  ...(body?.querySelectorAll<HTMLTableRowElement>("tr[data-id]") ?? []),
];

function findCell({ body, before }: DragOptions, target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("td") : null;
  const row = cell?.closest("tr");
  const column = (cell?.cellIndex ?? -1) - before;
  return row && body.current?.contains(row) && column >= 0
    ? { row: listLines(body.current).indexOf(row), column }
    : undefined;
}

/** Returns the focused cell, or the first cell of the focused row. */
function findFocused(options: DragOptions): CellPosition | undefined {
  const { current: body } = options.body;
  const { activeElement: focused } = document;
  const line = focused?.closest("tr");
  if (!line || !body?.contains(line)) return undefined;
  return findCell(options, focused) ?? { row: listLines(body).indexOf(line), column: 0 };
}

/** Clears or extends the range by a key. Returns whether the key was handled. */
function handleKey(event: KeyboardEvent, options: DragOptions): boolean {
  const { body, range, width, before, onRange } = options;
  if (event.key === "Escape" && range) {
    onRange(undefined);
    return true;
  }
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  const by = event.shiftKey && plain ? ARROWS[event.key] : undefined;
  const from = by && (range?.from ?? findFocused(options));
  if (!by || !from) return false;
  const lines = listLines(body.current);
  const next = moveEnd(range ?? { from, to: from }, by, { row: lines.length, column: width });
  onRange(next);
  lines[next.to.row]?.cells[next.to.column + before]?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  return true;
}
