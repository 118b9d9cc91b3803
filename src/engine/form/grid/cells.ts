/** Copies, fills and clears ranges of cells. Cells that the user cannot change are skipped and counted. */
import type { ClipboardContent } from "../../base/copy-text.ts";
import { formatClipboard } from "../../export/clipboard-content.ts";
import { findChoices } from "../../form-store/links.ts";
import { type FieldEntry, LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import { type CellRange, findEdges } from "../../grid/range.ts";
import type { Field } from "../../model/entity.ts";
import type { Cell } from "../../model/kind.ts";
import { getListName } from "../pasted-values.ts";

export interface RangeTarget {
  store: FormStore;
  list: ListNode;
  /** Columns of the grid in display order. */
  columns: readonly Field[];
  range: CellRange;
}
/** Number of cells in a range by outcome. */
export interface Done {
  /** Cells that were set or cleared, or that already had the value. */
  count: number;
  /** Computed cells, which were skipped. */
  computed: number;
  /** Cells that were skipped because they are read-only or hidden, or refer to a different list than the source. */
  fixed: number;
}

/** Returns whether the user can change a cell: not read-only, computed or hidden. */
export const isOpen = (leaf: LeafNode): boolean => leaf.view.shown && !leaf.locked;

/** Returns the leaves of a range by line. An entry is undefined where the row has no such field. */
function listLines({ list, columns, range }: RangeTarget): (LeafNode | undefined)[][] {
  const { top, bottom, left, right } = findEdges(range);
  return list.rows.slice(top, bottom + 1).map((row) =>
    columns.slice(left, right + 1).map(({ name }) => {
      const node = row.child(name);
      return node instanceof LeafNode ? node : undefined;
    }),
  );
}

/** Copies a range for spreadsheets, in the same format as lists. */
export const copyRange = (target: RangeTarget): ClipboardContent =>
  formatClipboard(listLines(target).map((line) => line.map((leaf) => readCell(target.store, leaf))));

/**
 * Returns a cell as an export writes it. Input that could not be parsed is copied as typed, and a record as its label.
 */
function readCell(store: FormStore, leaf: LeafNode | undefined): Cell {
  if (!leaf?.view.shown || leaf.value === undefined || leaf.value === null) return { type: "empty" };
  if (leaf.raw) return { type: "text", value: String(leaf.value) };
  if (getListName(leaf.field) !== undefined) return { type: "text", value: leaf.text ?? store.text(leaf) };
  return leaf.field.kind.cell(leaf.value, store.context(leaf));
}

/** The cell to set and the cell to copy from. Without a source the cell is cleared. */
type Pair = readonly [target: LeafNode | undefined, source: LeafNode | undefined];

export const clearRange = (target: RangeTarget): Done =>
  fillCells(target, (lines) => lines.flatMap((line) => line.map((leaf): Pair => [leaf, undefined])));

/** Copies the first row of a range into the rows below it. A range of a single row is filled from the row above. */
export const fillDown = (target: RangeTarget): Done =>
  fillCells(reachBack(target, "row"), ([first = [], ...below]) =>
    below.flatMap((line) => line.map((leaf, index): Pair => [leaf, first[index]])),
  );

/**
 * Copies the first column of a range into the columns to its right. A range of a single column is filled from the
 * column before it.
 */
export const fillRight = (target: RangeTarget): Done =>
  fillCells(reachBack(target, "column"), (lines) =>
    lines.flatMap(([first, ...rest]) => rest.map((leaf): Pair => [leaf, first])),
  );

/** Extends a range of a single row or column by the preceding one. Returns any other range unchanged. */
function reachBack(target: RangeTarget, way: "row" | "column"): RangeTarget {
  const { from, to } = target.range;
  if (from[way] !== to[way]) return target;
  return { ...target, range: { from: { ...from, [way]: Math.max(0, from[way] - 1) }, to } };
}

/**
 * Sets cells, and clears the choices that depended on their previous values. A value can reveal further cells of its
 * row, so this repeats until nothing changes.
 */
function fillCells(target: RangeTarget, pair: (lines: ReturnType<typeof listLines>) => Pair[]): Done {
  const { store, list, columns } = target;
  const pairs = pair(listLines(target));
  for (let turn = 0; turn < columns.length; turn += 1) {
    const changed = pairs
      .flatMap(([leaf, source]) => (leaf && findEntry(store, leaf, source)) ?? [])
      .filter(({ leaf, value, raw = false }) => leaf.value !== value || leaf.raw !== raw);
    if (changed.length === 0) break;
    store.enter(list, [...changed, ...listDependents(list, changed)]);
  }
  const done: Done = { count: 0, computed: 0, fixed: 0 };
  for (const [leaf, source] of pairs) {
    if (!leaf) continue;
    if (leaf.field.compute) done.computed += 1;
    else if (findEntry(store, leaf, source)) done.count += 1;
    else if (!source || source.view.shown) done.fixed += 1;
  }
  return done;
}

/**
 * Returns the value that a cell gets from a source, or undefined when the cell is skipped. A hidden source has no value
 * to copy.
 */
function findEntry(store: FormStore, leaf: LeafNode, source: LeafNode | undefined): FieldEntry | undefined {
  if (!isOpen(leaf)) return undefined;
  if (!source) return { leaf, value: undefined };
  if (!source.view.shown) return undefined;
  const { field, value, raw } = source;
  const list = getListName(leaf.field);
  if (field === leaf.field || value === undefined) return { leaf, value, raw };
  if (getListName(field) !== list) return undefined;
  if (list !== undefined) return { leaf, value, raw };
  const text = store.edit(source);
  const parsed = leaf.field.kind.parse(text, store.context(leaf));
  return parsed.ok ? { leaf, value: parsed.value } : { leaf, value: text, raw: true };
}

/**
 * Returns entries that clear the choices which depended on changed values in the same row and are not set themselves.
 */
function listDependents(list: ListNode, changed: readonly FieldEntry[]): FieldEntry[] {
  const { dependents } = findChoices(list.field.items ?? []);
  const set = new Set(changed.map(({ leaf }) => leaf));
  return changed.flatMap(({ leaf: { field, parent } }) =>
    dependents(field.name).flatMap((name): FieldEntry[] => {
      const leaf = parent.child(name);
      return leaf instanceof LeafNode && leaf.value !== undefined && !set.has(leaf)
        ? [{ leaf, value: undefined, live: false }]
        : [];
    }),
  );
}
