/**
 * Undo and redo of a grid's changes. A step is an operation, or the text that the user types into a cell. It holds the
 * order of the rows and the changed values, each before and after the change.
 */
import type { FieldEntry, LeafNode, ListNode, ObjectNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import { type CellPosition, isSameCell } from "../../grid/range.ts";

/** Rows of a grid and the values of their fields at a point in time. */
interface Snapshot {
  rows: readonly ObjectNode[];
  values: ReadonlyMap<LeafNode, FieldEntry>;
}
type ChangedValues = Map<LeafNode, { before: FieldEntry; after: FieldEntry }>;
/** A change of a grid. Rows keep their nodes, so that a later step finds the fields that it changed. */
interface Step {
  rows: { before: readonly ObjectNode[]; after: readonly ObjectNode[] };
  values: ChangedValues;
  /** Where the change was made. */
  cell: CellPosition;
}

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 100;

export class GridChanges {
  #done: Step[] = [];
  #undone: Step[] = [];
  /** The cell with the focus and its row's values when it received the focus, or after the last step. */
  #editing: { cell: CellPosition; before: Snapshot } | undefined;
  #typed = false;
  /** Step of the last operation. Undefined when it changed nothing. */
  #last: Step | undefined;
  #submissions: number;

  constructor(
    private readonly store: FormStore,
    private readonly list: ListNode,
  ) {
    this.#submissions = store.submissions;
  }

  /** Whether the focused cell contains typed text that its input can still undo. */
  get isTyping(): boolean {
    return this.#typed && this.#hasEdits();
  }

  can(direction: "undo" | "redo"): boolean {
    this.#forgetSubmitted();
    return direction === "undo" ? this.#done.length > 0 || this.#hasEdits() : this.#undone.length > 0;
  }

  /** Handles the focus moving to a cell. Text typed into the previous cell becomes a step. */
  visit(cell: CellPosition): void {
    if (this.#editing && isSameCell(this.#editing.cell, cell)) return;
    this.#keepEdits();
    this.#watch(cell);
  }

  /** Handles typed text, which discards the steps that were undone. */
  type(): void {
    this.#typed = true;
    this.#undone = [];
  }

  /** Runs an operation and records it as a step. */
  run<T>(cell: CellPosition, change: () => T): T {
    this.#keepEdits();
    const before = takeSnapshot(this.list.rows);
    const result = change();
    this.#last = this.#record(cell, before);
    this.#watch();
    return result;
  }

  /** Returns a function that runs a later part of the last operation and adds its changes to the operation's step. */
  extendLast(): (change: () => void) => void {
    const step = this.#last;
    return (change) => {
      const snapshot = takeSnapshot(this.list.rows);
      change();
      for (const [leaf, { before, after }] of listChanged(snapshot))
        step?.values.set(leaf, { before: step.values.get(leaf)?.before ?? before, after });
      this.#watch();
    };
  }

  /** Reverts or repeats a step. Returns the cell where the step was made, or undefined when there is no step. */
  apply(direction: "undo" | "redo"): CellPosition | undefined {
    this.#keepEdits();
    const [from, to, side] =
      direction === "undo"
        ? ([this.#done, this.#undone, "before"] as const)
        : ([this.#undone, this.#done, "after"] as const);
    const step = from.pop();
    if (!step) return undefined;
    to.push(step);
    this.list.arrange(step.rows[side]);
    this.store.enter(
      this.list,
      [...step.values.values()].map((sides) => sides[side]),
    );
    this.#watch();
    return step.cell;
  }

  #hasEdits(): boolean {
    return this.#editing !== undefined && listChanged(this.#editing.before).size > 0;
  }

  #keepEdits(): void {
    this.#forgetSubmitted();
    if (this.#editing) this.#record(this.#editing.cell, this.#editing.before);
  }

  /** Records what changed since a snapshot as a step. Returns undefined when nothing changed. */
  #record(cell: CellPosition, before: Snapshot): Step | undefined {
    const { rows } = this.list;
    const values = listChanged(before);
    const moved = rows.length !== before.rows.length || rows.some((row, index) => row !== before.rows[index]);
    if (values.size === 0 && !moved) return undefined;
    const step = { rows: { before: before.rows, after: [...rows] }, values, cell };
    this.#done = [...this.#done, step].slice(-MAX_STEPS);
    this.#undone = [];
    return step;
  }

  #watch(cell = this.#editing?.cell): void {
    const row = cell && this.list.rows[cell.row];
    this.#typed = false;
    this.#editing = row && { cell, before: takeSnapshot(this.list.rows, [row]) };
  }

  /** Discards the steps from before the form was last submitted. */
  #forgetSubmitted(): void {
    const { submissions } = this.store;
    if (submissions === this.#submissions) return;
    this.#submissions = submissions;
    this.#done = [];
    this.#undone = [];
    this.#watch();
  }
}

/** Returns the rows and the values of those `among` them except computed ones, which follow from the others. */
function takeSnapshot(rows: readonly ObjectNode[], among = rows): Snapshot {
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
function listChanged({ values }: Snapshot): ChangedValues {
  const changed: ChangedValues = new Map();
  for (const [leaf, before] of values)
    if (leaf.value !== before.value || leaf.raw !== before.raw) changed.set(leaf, { before, after: readState(leaf) });
  return changed;
}
