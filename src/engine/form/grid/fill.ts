/** Fills and clears ranges of cells. Cells that the user cannot change are skipped and counted. */
import type { CellRange } from "../../base/cell-range.ts";
import { findChoices } from "../../form-store/links.ts";
import { type FieldEntry, LeafNode, type ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { Field } from "../../model/entity.ts";
import { getListName } from "../pasted-values.ts";
import { isOpen, listLines } from "./cells.ts";

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
/** The cell to set and the cell to copy from. Without a source the cell is cleared. */
type Pair = readonly [target: LeafNode | undefined, source: LeafNode | undefined];

export function clearRange(target: RangeTarget): Done {
  const { list, columns, range } = target;
  return fillCells(target, () =>
    listLines(list, columns, range).flatMap((line) => line.map((leaf): Pair => [leaf, undefined])),
  );
}

/** Copies the first row of a range into the rows below it. A range of a single row is filled from the row above. */
export function fillDown(target: RangeTarget): Done {
  const { list, columns } = target;
  const range = reachBack(target.range, "row");
  return fillCells(target, () => {
    const [first = [], ...below] = listLines(list, columns, range);
    return below.flatMap((line) => line.map((leaf, index): Pair => [leaf, first[index]]));
  });
}

/**
 * Copies the first column of a range into the columns to its right. A range of a single column is filled from the
 * column before it.
 */
export function fillRight(target: RangeTarget): Done {
  const { list, columns } = target;
  const range = reachBack(target.range, "column");
  return fillCells(target, () =>
    listLines(list, columns, range).flatMap(([first, ...rest]) => rest.map((leaf): Pair => [leaf, first])),
  );
}

/** Extends a range of a single row or column by the preceding one. Returns any other range unchanged. */
function reachBack({ from, to }: CellRange, way: "row" | "column"): CellRange {
  return from[way] !== to[way] ? { from, to } : { from: { ...from, [way]: Math.max(0, from[way] - 1) }, to };
}

/**
 * Sets cells, and clears the choices that depended on their previous values. A value can reveal further cells of its
 * row, so this repeats until nothing changes.
 */
function fillCells({ store, list, columns }: RangeTarget, listPairs: () => Pair[]): Done {
  for (let turn = 0; turn < columns.length; turn += 1) {
    const values = listPairs().flatMap(([target, source]) => (target ? (findEntry(store, target, source) ?? []) : []));
    const changed = values.filter(({ leaf, value, raw }) => leaf.value !== value || leaf.raw !== (raw ?? false));
    if (changed.length === 0) break;
    store.enter(list, [...changed, ...listDependents(list, changed)]);
  }
  const done: Done = { count: 0, computed: 0, fixed: 0 };
  for (const [target, source] of listPairs()) {
    if (!target) continue;
    if (target.field.compute) done.computed += 1;
    else if (findEntry(store, target, source)) done.count += 1;
    else if (!source || source.view.shown) done.fixed += 1;
  }
  return done;
}

/**
 * Returns the value that a cell gets from a source, or undefined when the cell is skipped. A hidden source has no value
 * to copy.
 */
function findEntry(store: FormStore, target: LeafNode, source: LeafNode | undefined): FieldEntry | undefined {
  if (!isOpen(target)) return undefined;
  if (!source) return { leaf: target, value: undefined };
  if (!source.view.shown) return undefined;
  if (source.field === target.field || source.value === undefined)
    return { leaf: target, value: source.value, raw: source.raw };
  const [theirs, own] = [getListName(source.field), getListName(target.field)];
  if (theirs !== own) return undefined;
  if (own !== undefined) return { leaf: target, value: source.value, raw: source.raw };
  const text = store.edit(source);
  const parsed = target.field.kind.parse(text, store.context(target));
  return parsed.ok ? { leaf: target, value: parsed.value } : { leaf: target, value: text, raw: true };
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
