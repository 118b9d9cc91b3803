/** Fills and clears a range of cells. Cells that the user cannot change are left and counted. */
import type { CellRange } from "../../base/cell-range.ts";
import { findChoices } from "../../form-store/links.ts";
import { type Entered, LeafNode, type ListNode } from "../../form-store/nodes.ts";
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
/** Number of cells of a range by what happened to them. */
export interface Done {
  /** Cells that were set or cleared, or had the value already. */
  count: number;
  /** Calculated cells, which were left. */
  computed: number;
  /** Read-only and hidden cells, and references to other records than the source's, which were left. */
  fixed: number;
}
/** A cell to set and the cell whose value it gets. Undefined clears it. */
type Pair = readonly [target: LeafNode | undefined, source: LeafNode | undefined];

/** Clears the cells of a range. */
export function clearRange(target: RangeTarget): Done {
  const { list, columns, range } = target;
  return fillCells(target, () =>
    listLines(list, columns, range).flatMap((line) => line.map((leaf): Pair => [leaf, undefined])),
  );
}

/** Copies the first row of a range into the rows below, or the row above into a range of one row. */
export function fillDown(target: RangeTarget): Done {
  const { list, columns } = target;
  const range = reachBack(target.range, "row");
  return fillCells(target, () => {
    const [first = [], ...below] = listLines(list, columns, range);
    return below.flatMap((line) => line.map((leaf, at): Pair => [leaf, first[at]]));
  });
}

/** Copies the first column of a range into the columns on the right, or the column before into a range of one column. */
export function fillRight(target: RangeTarget): Done {
  const { list, columns } = target;
  const range = reachBack(target.range, "column");
  return fillCells(target, () =>
    listLines(list, columns, range).flatMap(([first, ...rest]) => rest.map((leaf): Pair => [leaf, first])),
  );
}

/** Returns the range together with the row or column before it if it has only one, and otherwise unchanged. */
function reachBack({ from, to }: CellRange, way: "row" | "column"): CellRange {
  return from[way] !== to[way] ? { from, to } : { from: { ...from, [way]: Math.max(0, from[way] - 1) }, to };
}

/**
 * Sets cells, and clears the choices that depended on their previous values. A value can reveal further cells of its
 * row, which are set afterwards.
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

/** Returns what a cell gets from a source, or undefined when it is left. A hidden source has no value to copy. */
function findEntry(store: FormStore, target: LeafNode, source: LeafNode | undefined): Entered | undefined {
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

/** Returns the emptied choices of the same rows that depended on changed values and are not set themselves. */
function listDependents(list: ListNode, changed: readonly Entered[]): Entered[] {
  const { dependents } = findChoices(list.field.items ?? []);
  const set = new Set(changed.map(({ leaf }) => leaf));
  return changed.flatMap(({ leaf: { field, parent } }) =>
    dependents(field.name).flatMap((name): Entered[] => {
      const leaf = parent.child(name);
      return leaf instanceof LeafNode && leaf.value !== undefined && !set.has(leaf)
        ? [{ leaf, value: undefined, live: false }]
        : [];
    }),
  );
}
