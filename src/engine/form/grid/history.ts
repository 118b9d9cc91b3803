/**
 * Undo and redo of a grid's changes. A step holds the order of the rows and the changed values, each before and after
 * the change.
 */
import type { FieldEntry, LeafNode, ListNode, ObjectNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { CellAddress } from "./cells.ts";

/** Rows of a grid and the values of their fields at a point in time. */
export interface Snapshot {
  rows: readonly ObjectNode[];
  values: ReadonlyMap<LeafNode, FieldEntry>;
}
/** A change of a grid. Rows keep their nodes, so that a later step finds the fields that it changed. */
export interface Step {
  rows: { before: readonly ObjectNode[]; after: readonly ObjectNode[] };
  values: Map<LeafNode, { before: FieldEntry; after: FieldEntry }>;
  /** Where the change was made. */
  cell: CellAddress;
}

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 100;

/** Steps that can be undone and redone. A new step discards the undone ones. */
export class History<S> {
  readonly #done: S[] = [];
  #undone: S[] = [];

  push(step: S): void {
    this.#done.push(step);
    if (this.#done.length > MAX_STEPS) this.#done.shift();
    this.forgetUndone();
  }
  /** Returns the step to revert, or undefined when there is none. */
  undo(): S | undefined {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    return step;
  }
  /** Returns the step to repeat, or undefined when there is none. */
  redo(): S | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    return step;
  }
  has(direction: "undo" | "redo"): boolean {
    return (direction === "undo" ? this.#done : this.#undone).length > 0;
  }
  forgetUndone(): void {
    this.#undone = [];
  }
  clear(): void {
    this.#done.length = 0;
    this.forgetUndone();
  }
}

/** Returns the rows and their values except computed ones, which follow from the others. */
export function takeSnapshot({ rows }: Pick<ListNode, "rows">, among: Iterable<ObjectNode> = rows): Snapshot {
  const values = new Map<LeafNode, FieldEntry>();
  for (const row of among) row.each((leaf) => leaf.field.compute || values.set(leaf, readState(leaf)));
  return { rows: [...rows], values };
}

const readState = (leaf: LeafNode): FieldEntry => ({
  leaf,
  value: leaf.value,
  raw: leaf.raw,
  live: leaf.live || leaf.touched,
  ...(leaf.refused && { error: leaf.view.error }),
});

/** Returns the fields whose values differ from the snapshot. */
export function listChanged({ values }: Snapshot): Step["values"] {
  const changed: Step["values"] = new Map();
  for (const [leaf, before] of values)
    if (leaf.value !== before.value || leaf.raw !== before.raw) changed.set(leaf, { before, after: readState(leaf) });
  return changed;
}

/** Returns what changed since a snapshot, or undefined when nothing changed. */
export function findStep({ rows }: Pick<ListNode, "rows">, before: Snapshot, cell: CellAddress): Step | undefined {
  const values = listChanged(before);
  const moved = rows.length !== before.rows.length || rows.some((row, index) => row !== before.rows[index]);
  return values.size > 0 || moved ? { rows: { before: before.rows, after: [...rows] }, values, cell } : undefined;
}

/** Adds later changes to a step. Fields that it already contains keep their original `before` value. */
export function extendStep(step: Step, values: Step["values"]): void {
  for (const [leaf, { before, after }] of values)
    step.values.set(leaf, { before: step.values.get(leaf)?.before ?? before, after });
}

/** Restores the rows and values from before or after a step. */
export function applyStep(store: FormStore, list: ListNode, step: Step, side: "before" | "after"): void {
  list.arrange(step.rows[side]);
  store.enter(
    list,
    [...step.values.values()].map((sides) => sides[side]),
  );
}
