/** Positions of cells in a grid, and the nodes there. */
import { type CellRange, findEdges } from "../../base/cell-range.ts";
import { LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { Field } from "../../model/entity.ts";

/** Position of a cell: row index and column name. */
export interface CellAddress {
  row: number;
  column: string;
}

/** Returns whether copied text is a range of more than one cell. */
export const isRange = (text: string): boolean => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ""));

/** Returns the leaves of a range by line. An entry is undefined where the row has no such field. */
export function listLines(list: ListNode, columns: readonly Field[], range: CellRange): (LeafNode | undefined)[][] {
  const { top, bottom, left, right } = findEdges(range);
  return list.rows.slice(top, bottom + 1).map((row) =>
    columns.slice(left, right + 1).map(({ name }) => {
      const node = row.child(name);
      return node instanceof LeafNode ? node : undefined;
    }),
  );
}

/** Returns whether the user can change a cell: not read-only, computed or hidden. */
export const isOpen = (leaf: LeafNode): boolean => leaf.view.shown && !leaf.locked;
