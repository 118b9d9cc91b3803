/**
 * Operations of a grid: adding, removing and moving rows, selecting ranges of cells, pasting, undo, and keeping the
 * focus.
 */
import type { RefObject } from "react";
import type { ClipboardContent } from "../../base/copy-text.ts";
import { LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import {
  type CellPosition,
  type CellRange,
  countCells,
  findEdges,
  findStart,
  isSameCell,
  moveEnd,
} from "../../grid/range.ts";
import type { RowScroller } from "../../grid/VirtualRows.tsx";
import { loadBothLanguages } from "../../import/columns.ts";
import type { Field } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import { clearRange, copyRange, fillDown, fillRight, isOpen } from "./cells.ts";
import { GridChanges } from "./changes.ts";
import { findNamed, isEditable, pasteRange } from "./paste.ts";

interface GridParts {
  store: FormStore;
  ports: Ports;
  list: ListNode;
  columns: readonly Field[];
  /** Scrolls to rows that are not rendered. */
  scroller: RefObject<RowScroller | null>;
  /** Re-renders the grid. */
  draw(): void;
}
const FILLS = {
  clear: { run: clearRange, key: "form.gridCleared" },
  down: { run: fillDown, key: "form.gridFilled" },
  right: { run: fillRight, key: "form.gridFilled" },
} as const;

export class GridModel {
  readonly changes: GridChanges;
  readonly #most: number;
  #range: CellRange | undefined;
  /** Result of the last operation on the range. */
  #result = "";

  constructor(private readonly parts: GridParts) {
    this.#most = Number(parts.list.field.schema.maxItems ?? Infinity);
    this.changes = new GridChanges(parts.store, parts.list);
  }

  /** Number of rows that can still be added to the list. */
  get room(): number {
    return this.#most - this.parts.list.rows.length;
  }

  /** The range of selected cells. A range has at least two cells. */
  get range(): CellRange | undefined {
    return this.#range;
  }

  /** What to announce: the result of the last operation, or the number of selected cells. */
  get status(): string {
    return (
      this.#result || (this.#range ? this.parts.ports.t("form.gridChosen", { count: countCells(this.#range) }) : "")
    );
  }

  /** Selects a range. A range of a single cell clears the selection. */
  select(range: CellRange | undefined): void {
    const next = range && !isSameCell(range.from, range.to) ? range : undefined;
    if (next || this.#range || this.#result !== "") this.#reset(next);
  }

  /** Extends the range, or starts one at the cell `from`, and scrolls the cell at which it now ends into view. */
  extend(by: CellPosition, from: CellPosition): void {
    const { list, columns, scroller } = this.parts;
    const next = moveEnd(this.#range ?? { from, to: from }, by, { row: list.rows.length, column: columns.length });
    this.select(next);
    const line = document.getElementById(`${list.rows[next.to.row]?.id}-remove`)?.closest("tr");
    // The first cell holds the row number.
    const cell = line?.cells[next.to.column + 1];
    if (cell) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    else scroller.current?.show(next.to.row);
  }

  /** Focuses a cell once it is rendered, or the row's first editable cell if the cell cannot be edited. */
  focus(index: number, column = 0): void {
    const { list, columns, scroller } = this.parts;
    const row = list.rows[index];
    if (!row) return;
    const open = [...row.children()].filter((node): node is LeafNode => node instanceof LeafNode && isOpen(node));
    const leaf = open.find(({ field }) => field === columns[column]) ?? open[0];
    if (leaf?.control) return focusText(leaf);
    scroller.current?.show(index);
    // A row that is scrolled to is rendered in the next frame, or the one after that if its height was unknown.
    requestAnimationFrame(() => (leaf?.control ? focusText(leaf) : requestAnimationFrame(() => focusText(leaf))));
  }

  /** Moves to a row, adding it when it is past the last one. */
  step(to: number, column: number): void {
    if (to < this.parts.list.rows.length) this.focus(to, column);
    else this.add(to, column);
  }

  /** Adds rows, as many as the list allows. */
  add(index = this.parts.list.rows.length, column = 0, count = 1): void {
    const { store, list } = this.parts;
    if (this.room <= 0) return;
    this.#changeRows({ row: index, column }, () => {
      for (let left = Math.min(count, this.room); left > 0; left -= 1) store.addRow(list, index);
    });
    this.#focusLater(index, column);
  }

  /**
   * Removes a row. The focus moves to the row that takes its place, otherwise to the last row, or to the add button
   * when the list is empty.
   */
  remove(row: number, column = 0): void {
    this.#changeRows({ row, column }, () => this.parts.list.remove(row));
    this.#focusNear({ row, column });
  }

  move(from: number, to: number, column: number): void {
    const { list } = this.parts;
    if (to < 0 || to >= list.rows.length) return;
    this.#changeRows({ row: to, column }, () => list.move(from, to));
    this.#focusLater(to, column);
  }

  /** Pastes a copied range into cells, and announces the number of rows and errors. */
  async paste(cell: CellPosition, text: string): Promise<void> {
    const { store, ports, list } = this.parts;
    const both = await loadBothLanguages(store.entity, ports);
    const pasted = this.changes.run(cell, () => pasteRange(this.parts, both, cell, text));
    if (!pasted) return;
    const extend = this.changes.extendLast();
    this.#reset();
    const named = await findNamed(this.parts, pasted.values);
    if (named.length > 0) extend(() => store.enter(list, named));
    const { rows, left } = pasted;
    const wrong = pasted.values.filter(({ leaf }) => leaf.view.error !== undefined).length;
    const { t } = ports;
    const messages = [
      t("form.pastedRows", { count: rows }),
      ...(wrong > 0 ? [t("form.pastedWrong", { count: wrong })] : []),
      ...(left > 0 ? [t("form.pastedLeft", { count: left, most: this.#most })] : []),
    ];
    ports.notify(wrong + left > 0 ? "warning" : "success", messages.join(t("form.stop")));
    this.#focusLater(cell.row, cell.column);
  }

  /** Pastes a single value into every cell of the range that the user can change. */
  async pasteIntoAll(value: string): Promise<void> {
    if (!this.#range) return;
    const { top, bottom, left, right } = findEdges(this.#range);
    const open = this.parts.columns.slice(left, right + 1).filter(isEditable);
    const [first] = open;
    if (!first) return;
    const line = open.map(() => `"${value.replaceAll('"', '""')}"`).join("\t");
    const text = Array.from({ length: bottom - top + 1 }, () => line).join("\n");
    await this.paste({ row: top, column: this.parts.columns.indexOf(first) }, text);
  }

  /** Returns the range as clipboard content and announces it. Undefined without a range. */
  copy(): ClipboardContent | undefined {
    const range = this.#range;
    if (!range) return undefined;
    this.#reset(range, this.parts.ports.t("form.gridCopied", { count: countCells(range) }));
    return copyRange({ ...this.parts, range });
  }

  /**
   * Clears or fills the range, or the cell `at` if there is no range, and announces how many cells were changed and
   * skipped.
   */
  fill(how: keyof typeof FILLS, at?: CellPosition): void {
    const range = this.#range ?? (at && { from: at, to: at });
    if (!range) return;
    const { t } = this.parts.ports;
    const { run, key } = FILLS[how];
    const { count, computed, fixed } = this.changes.run(findStart(range), () => run({ ...this.parts, range }));
    const results = [
      ...(count > 0 ? [t(key, { count })] : []),
      ...(computed > 0 ? [t("form.gridComputed", { count: computed })] : []),
      ...(fixed > 0 ? [t("form.gridFixed", { count: fixed })] : []),
    ];
    this.#reset(this.#range, results.join(t("form.stop")));
  }

  /** Reverts the last change or repeats a reverted one, and focuses the cell where it was made. */
  undo(direction: "undo" | "redo"): void {
    const cell = this.changes.apply(direction);
    if (!cell) return;
    this.#reset(undefined, this.parts.ports.t(direction === "undo" ? "form.gridUndone" : "form.gridRedone"));
    this.#focusNear(cell);
  }

  /** Replaces the range and the result to announce, and re-renders the grid. */
  #reset(range?: CellRange, result = ""): void {
    this.#range = range;
    this.#result = result;
    this.parts.draw();
  }

  /** Changes rows as a single undo step, and clears the range, because its cells may have moved. */
  #changeRows(cell: CellPosition, change: () => void): void {
    const { store, list } = this.parts;
    this.changes.run(cell, () => {
      change();
      store.rowsChanged(list);
    });
    this.#reset();
  }

  #focusNear({ row, column }: CellPosition): void {
    const { list } = this.parts;
    if (list.rows.length > 0) this.#focusLater(Math.min(row, list.rows.length - 1), column);
    else requestAnimationFrame(() => document.getElementById(`${list.id}-add`)?.focus());
  }

  #focusLater(row: number, column?: number): void {
    requestAnimationFrame(() => this.focus(row, column));
  }
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focusText(leaf: LeafNode | undefined): void {
  leaf?.control?.focus();
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.type === "text") focused.select();
}
