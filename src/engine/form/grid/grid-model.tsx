/**
 * Operations of a grid: adding, removing and moving rows, selecting ranges of cells, pasting, undo, and keeping the
 * focus.
 */
import type { RefObject } from "react";
import { type CellPosition, findEdges } from "../../base/cell-range.ts";
import type { ClipboardContent } from "../../export/clipboard-content.ts";
import { LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { Field } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import type { RowScroller } from "../../react/VirtualRows.tsx";
import { loadBothLanguages } from "../pasted-values.ts";
import { type CellAddress, isOpen } from "./cells.ts";
import { GridChanges } from "./changes.ts";
import { copyRange } from "./copy.ts";
import { clearRange, type Done, fillDown, fillRight } from "./fill.ts";
import { addRow, findNamed, pasteRange, repeatValue } from "./paste.ts";
import { GridSelection } from "./selection.ts";

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
  readonly selection: GridSelection;
  readonly #most: number;

  constructor(private readonly parts: GridParts) {
    this.#most = Number(parts.list.field.schema.maxItems ?? Infinity);
    this.changes = new GridChanges(parts.store, parts.list);
    this.selection = new GridSelection(parts);
  }

  /** Number of rows that can still be added to the list. */
  get room(): number {
    return this.#most - this.parts.list.rows.length;
  }

  /** Scrolls a cell into view. */
  reveal({ row, column }: CellPosition): void {
    const { list, scroller } = this.parts;
    const line = document.getElementById(`${list.rows[row]?.id}-remove`)?.closest("tr");
    // The first cell holds the row number.
    const cell = line?.cells[column + 1];
    if (cell) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    else scroller.current?.show(row);
  }

  /** Focuses a cell once it is rendered, or the row's first editable cell if the cell cannot be edited. */
  focus(index: number, column?: string): void {
    const { list, scroller } = this.parts;
    const row = list.rows[index];
    if (!row) return;
    const open = [...row.children()].filter((node): node is LeafNode => node instanceof LeafNode && isOpen(node));
    const leaf = open.find(({ field }) => field.name === column) ?? open[0];
    if (leaf?.control) return focusText(leaf);
    scroller.current?.show(index);
    // A row that is scrolled to is rendered in the next frame, or the one after that if its height was unknown.
    requestAnimationFrame(() => (leaf?.control ? focusText(leaf) : requestAnimationFrame(() => focusText(leaf))));
  }

  /** Moves to a row, adding it when it is past the last one. */
  step(to: number, column: string): void {
    if (to < this.parts.list.rows.length) this.focus(to, column);
    else this.add(to, column);
  }

  add(index = this.parts.list.rows.length, column?: string): void {
    if (this.room <= 0) return;
    const { store, list } = this.parts;
    this.#change({ row: index, column: column ?? "" }, () => void addRow(store, list, index));
    this.#focusDrawn(index, column);
  }

  addMany(count: number): void {
    const { store, list } = this.parts;
    const index = list.rows.length;
    this.#change({ row: index, column: "" }, () => {
      for (let left = Math.min(count, this.room); left > 0; left -= 1) addRow(store, list);
    });
    this.#focusDrawn(index);
  }

  /**
   * Removes a row. The focus moves to the row that takes its place, otherwise to the last row, or to the add button
   * when the list is empty.
   */
  remove(index: number, column?: string): void {
    this.#change({ row: index, column: column ?? "" }, () => this.parts.list.remove(index));
    this.#focusNear(index, column);
  }

  move(from: number, to: number, column: string): void {
    const { list } = this.parts;
    if (to < 0 || to >= list.rows.length) return;
    this.#change({ row: to, column }, () => list.move(from, to));
    this.#focusDrawn(to, column);
  }

  /** Pastes a copied range into cells, and announces the number of rows and errors. */
  async paste(cell: CellAddress, text: string): Promise<void> {
    const { store, ports, list } = this.parts;
    const both = await loadBothLanguages(store.entity, ports);
    const pasted = this.changes.run(cell, () => pasteRange(this.parts, both, cell, text));
    if (!pasted) return;
    const extend = this.changes.extendLast();
    this.selection.reset();
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
    this.#focusDrawn(cell.row, cell.column);
  }

  /** Pastes a single value into every cell of the range. */
  async pasteIntoAll(value: string): Promise<void> {
    const { range } = this.selection;
    if (!range) return;
    const { top, bottom, left, right } = findEdges(range);
    const repeated = repeatValue(value, bottom - top + 1, this.parts.columns.slice(left, right + 1));
    if (repeated) await this.paste({ row: top, column: repeated.column }, repeated.text);
  }

  /** Returns the range as clipboard content and announces it. Undefined without a range. */
  copy(): ClipboardContent | undefined {
    const { range, count } = this.selection;
    if (!range) return undefined;
    this.selection.announce(this.parts.ports.t("form.gridCopied", { count }));
    return copyRange({ ...this.parts, range });
  }

  /**
   * Clears or fills the range, or the cell `at` if there is no range, and announces how many cells were changed and
   * skipped.
   */
  fill(how: keyof typeof FILLS, at?: CellPosition): void {
    const range = this.selection.range ?? (at && { from: at, to: at });
    if (!range) return;
    const { run, key } = FILLS[how];
    const done = this.changes.run(this.selection.name(range), () => run({ ...this.parts, range }));
    this.selection.announce(this.#describe(key, done));
  }

  /** Reverts the last change or repeats a reverted one, and focuses the cell where it was made. */
  undo(direction: "undo" | "redo"): void {
    const cell = this.changes.apply(direction);
    if (!cell) return;
    this.selection.reset(undefined, this.parts.ports.t(direction === "undo" ? "form.gridUndone" : "form.gridRedone"));
    this.#focusNear(cell.row, cell.column);
  }

  #describe(key: string, { count, computed, fixed }: Done): string {
    const { t } = this.parts.ports;
    return [
      ...(count > 0 ? [t(key, { count })] : []),
      ...(computed > 0 ? [t("form.gridComputed", { count: computed })] : []),
      ...(fixed > 0 ? [t("form.gridFixed", { count: fixed })] : []),
    ].join(t("form.stop"));
  }

  /** Changes rows as a single undo step, and clears the range, because its cells may have moved. */
  #change(cell: CellAddress, change: () => void): void {
    const { store, list } = this.parts;
    this.changes.run(cell, () => {
      change();
      store.rowsChanged(list);
    });
    this.selection.reset();
  }

  #focusNear(index: number, column?: string): void {
    const { list } = this.parts;
    if (list.rows.length > 0) this.#focusDrawn(Math.min(index, list.rows.length - 1), column);
    else requestAnimationFrame(() => document.getElementById(`${list.id}-add`)?.focus());
  }

  #focusDrawn(index: number, column?: string): void {
    requestAnimationFrame(() => this.focus(index, column));
  }
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focusText(leaf: LeafNode | undefined): void {
  leaf?.control?.focus();
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.type === "text") focused.select();
}
