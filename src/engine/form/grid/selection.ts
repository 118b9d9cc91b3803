/** Selected cells of a grid, and what is announced about them. */
import { type CellPosition, type CellRange, findEdges, moveEnd } from "../../base/cell-range.ts";
import type { ListNode } from "../../form-store/nodes.ts";
import type { Field } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import type { CellAddress } from "./cells.ts";

interface SelectionParts {
  ports: Ports;
  list: ListNode;
  columns: readonly Field[];
  /** Re-renders the grid. */
  draw(): void;
}

export class GridSelection {
  #range: CellRange | undefined;
  #message = "";

  constructor(private readonly parts: SelectionParts) {}

  /** The range of selected cells. A range has at least two cells. */
  get range(): CellRange | undefined {
    return this.#range;
  }

  /** Upper left cell of the range. */
  get start(): CellAddress | undefined {
    return this.#range && this.name(this.#range);
  }

  get count(): number {
    if (!this.#range) return 0;
    const { top, bottom, left, right } = findEdges(this.#range);
    return (bottom - top + 1) * (right - left + 1);
  }

  /** What to announce: the result of the last operation, or the number of selected cells. */
  get status(): string {
    if (this.#message !== "" || !this.#range) return this.#message;
    return this.parts.ports.t("form.gridChosen", { count: this.count });
  }

  /** Selects a range. A range of a single cell clears the selection. */
  select(range: CellRange | undefined): void {
    const { from, to } = range ?? {};
    const next = from && to && (from.row !== to.row || from.column !== to.column) ? range : undefined;
    if (next || this.#range || this.#message !== "") this.reset(next);
  }

  /** Extends the range, or starts one at the cell `from`. Returns the cell at which the range now ends. */
  extend(by: CellPosition, from: CellPosition): CellPosition {
    const { list, columns } = this.parts;
    const next = moveEnd(this.#range ?? { from, to: from }, by, { row: list.rows.length, column: columns.length });
    this.select(next);
    return next.to;
  }

  /** Announces the result of an operation. */
  announce(message: string): void {
    this.reset(this.#range, message);
  }

  /** Replaces the range and the announcement, and re-renders the grid. */
  reset(range?: CellRange, message = ""): void {
    this.#range = range;
    this.#message = message;
    this.parts.draw();
  }

  /** Returns a cell with the index of its column. */
  locate({ row, column }: CellAddress): CellPosition {
    return { row, column: this.parts.columns.findIndex(({ name }) => name === column) };
  }

  /** Returns the upper left cell of a range with the name of its column. */
  name(range: CellRange): CellAddress {
    const { top, left } = findEdges(range);
    return { row: top, column: this.parts.columns[left]?.name ?? "" };
  }
}
