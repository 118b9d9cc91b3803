/** Copies a range of cells for spreadsheets, in the same format as lists. */
import { type ClipboardContent, formatClipboard } from "../../export/clipboard-content.ts";
import type { LeafNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { Cell } from "../../model/kind.ts";
import { getListName } from "../pasted-values.ts";
import type { RangeTarget } from "./fill.ts";
import { listLines } from "./cells.ts";

export function copyRange({ store, list, columns, range }: RangeTarget): ClipboardContent {
  return formatClipboard(listLines(list, columns, range).map((line) => line.map((leaf) => readCell(store, leaf))));
}

/**
 * Returns a cell as an export writes it. Input that could not be parsed is copied as typed, and a record as its label.
 */
function readCell(store: FormStore, leaf: LeafNode | undefined): Cell {
  if (!leaf?.view.shown || leaf.value === undefined || leaf.value === null) return { type: "empty" };
  if (leaf.raw) return { type: "text", value: String(leaf.value) };
  if (getListName(leaf.field) !== undefined) return { type: "text", value: leaf.text ?? store.text(leaf) };
  return leaf.field.kind.cell(leaf.value, store.context(leaf));
}
