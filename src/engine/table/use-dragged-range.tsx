/** Selects a range of cells in a list by dragging over them, or with Shift and the arrow keys from the focused row. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { ARROWS, type CellPosition, type CellRange, findEdges, moveEnd } from "../base/cell-range.ts";

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
export function useDraggedRange(drawing: DragOptions): void {
  const { body, before, range } = drawing;
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
  const latest = useRef(drawing);
  latest.current = drawing;
  useEffect(() => {
    if (!body.current) return undefined;
    const ends = [listenToMouse(body.current, latest), listenToKeys(body.current, latest)];
    return () => {
      for (const end of ends) end();
    };
  }, [body]);
}

type Latest = RefObject<DragOptions>;

/** Returns the table rows that show a record, in order. */
const listLines = (body: HTMLTableSectionElement | null): HTMLTableRowElement[] => [
  ...(body?.querySelectorAll<HTMLTableRowElement>("tr[data-id]") ?? []),
];

/** Returns the position of the cell that contains an element. */
function findCell(body: HTMLTableSectionElement, before: number, target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("td") : null;
  const row = cell?.closest("tr");
  const column = (cell?.cellIndex ?? -1) - before;
  return row && body.contains(row) && column >= 0 ? { row: listLines(body).indexOf(row), column } : undefined;
}

/** Selector of the controls in a cell that handle the mouse themselves. */
const OWN = "a, button, input, label, select";

function listenToMouse(body: HTMLTableSectionElement, latest: Latest): () => void {
  let start: CellPosition | undefined;
  let isDrawn = false;
  const down = ({ target, button, pointerType }: PointerEvent) => {
    const element = target instanceof Element ? target : undefined;
    if (element?.closest("[data-range-bar]")) return;
    if (latest.current.range) latest.current.onRange(undefined);
    const draws = button === 0 && pointerType !== "touch" && !element?.closest(OWN);
    start = draws ? findCell(body, latest.current.before, target) : undefined;
    isDrawn = false;
  };
  const move = ({ target }: PointerEvent) => {
    const to = start && findCell(body, latest.current.before, target);
    if (!start || !to || (!isDrawn && to.row === start.row && to.column === start.column)) return;
    isDrawn = true;
    // Clears the selected text. Within a single cell, text can still be selected.
    getSelection()?.removeAllRanges();
    latest.current.onRange({ from: start, to });
  };
  const up = () => {
    start = undefined;
    if (!isDrawn) return;
    isDrawn = false;
    // The click that ends a drag must not open a record.
    const swallow = (event: Event) => event.stopPropagation();
    body.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => body.removeEventListener("click", swallow, { capture: true }));
  };
  document.addEventListener("pointerdown", down);
  body.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  return () => {
    document.removeEventListener("pointerdown", down);
    body.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
  };
}

function listenToKeys(body: HTMLTableSectionElement, latest: Latest): () => void {
  /** Returns the focused cell, or the first cell of the focused row. */
  const focused = (): CellPosition | undefined => {
    const { activeElement: focused } = document;
    const line = focused?.closest("tr");
    if (!line || !body.contains(line)) return undefined;
    return findCell(body, latest.current.before, focused) ?? { row: listLines(body).indexOf(line), column: 0 };
  };
  const extend = (by: CellPosition): boolean => {
    const { range, width, before, onRange } = latest.current;
    const from = range?.from ?? focused();
    if (!from) return false;
    const lines = listLines(body);
    const next = moveEnd(range ?? { from, to: from }, by, { row: lines.length, column: width });
    const { to } = next;
    onRange(next);
    lines[to.row]?.cells[to.column + before]?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    return true;
  };
  const key = (event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const by = event.shiftKey && plain ? ARROWS[event.key] : undefined;
    const ends = event.key === "Escape" && latest.current.range !== undefined;
    if (ends) latest.current.onRange(undefined);
    else if (!by || !extend(by)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", key, { capture: true });
  return () => document.removeEventListener("keydown", key, { capture: true });
}
