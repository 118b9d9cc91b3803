/** Row operations of a grid: adding, removing and moving rows, pasting into them, and keeping the focus. */
import type { RefObject } from "react";
import { LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { Field } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import type { RowScroller } from "../../react/VirtualRows.tsx";
import { addRow, type Pasted, pasteRange, type CellPosition } from "./paste.ts";

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

export class GridModel {
  #undo: Pasted["undo"] | undefined;
  readonly #most: number;

  constructor(private readonly parts: GridParts) {
    this.#most = Number(parts.list.field.schema.maxItems ?? Infinity);
  }

  /** Number of rows that can still be added to the list. */
  get room(): number {
    return this.#most - this.parts.list.rows.length;
  }

  get canUndo(): boolean {
    return this.#undo !== undefined;
  }

  /** Focuses a cell once it is rendered, or the row's first editable cell if the cell cannot be edited. */
  focus(index: number, column?: string): void {
    const { list, scroller } = this.parts;
    const row = list.rows[index];
    if (!row) return;
    const open = [...row.children()].filter(
      (node): node is LeafNode => node instanceof LeafNode && node.view.shown && !node.locked,
    );
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

  add(at = this.parts.list.rows.length, column?: string): void {
    if (this.room <= 0) return;
    addRow(this.parts.store, this.parts.list, at);
    this.#changed();
    this.#focusDrawn(at, column);
  }

  addMany(count: number): void {
    const { store, list } = this.parts;
    const at = list.rows.length;
    for (let left = Math.min(count, this.room); left > 0; left -= 1) addRow(store, list);
    this.#changed();
    this.#focusDrawn(at);
  }

  /**
   * Removes a row. The focus moves to the row that takes its place, to the last row if there is none, or to the add
   * button of an empty list.
   */
  remove(index: number, column?: string): void {
    const { list } = this.parts;
    list.remove(index);
    this.#changed();
    if (list.rows.length > 0) this.#focusDrawn(Math.min(index, list.rows.length - 1), column);
    else requestAnimationFrame(() => document.getElementById(`${list.id}-add`)?.focus());
  }

  move(from: number, to: number, column: string): void {
    const { list } = this.parts;
    if (to < 0 || to >= list.rows.length) return;
    list.move(from, to);
    this.#changed();
    this.#focusDrawn(to, column);
  }

  /** Pastes a copied range into cells, and announces the number of rows and errors. */
  async paste(cell: CellPosition, text: string): Promise<void> {
    const { store, ports, list, columns, draw } = this.parts;
    const pasted = await pasteRange({ store, ports, list, columns }, cell, text);
    if (!pasted) return;
    const { rows, wrong, left, undo } = pasted;
    this.#undo = undo;
    draw();
    const { t } = ports;
    const messages = [
      t("form.pastedRows", { count: rows }),
      ...(wrong > 0 ? [t("form.pastedWrong", { count: wrong })] : []),
      ...(left > 0 ? [t("form.pastedLeft", { count: left, most: this.#most })] : []),
    ];
    ports.notify(wrong + left > 0 ? "warning" : "success", messages.join(t("form.stop")));
    this.#focusDrawn(cell.row, cell.column);
  }

  /** Reverts the last paste. */
  undo(): void {
    this.#undo?.();
    this.keep();
    this.parts.draw();
  }

  /** Discards the undo of the last paste, which would also revert later changes. */
  keep(): void {
    this.#undo = undefined;
  }

  #changed(): void {
    const { store, list, draw } = this.parts;
    this.keep();
    store.rowsChanged(list);
    draw();
  }

  #focusDrawn(index: number, column?: string): void {
    requestAnimationFrame(() => this.focus(index, column));
  }
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focusText(leaf: LeafNode | undefined): void {
  leaf?.control?.focus();
  const at = document.activeElement;
  if (at instanceof HTMLInputElement && at.type === "text") at.select();
}
