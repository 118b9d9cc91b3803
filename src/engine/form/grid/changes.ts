/**
 * Records changes of a grid as steps that can be undone. A step is an operation, or the text that the user types into a
 * cell.
 */
import type { ListNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import {
  applyStep,
  extendStep,
  findStep,
  History,
  listChanged,
  type Snapshot,
  type Step,
  takeSnapshot,
} from "./history.ts";
import type { CellAddress } from "./cells.ts";

export class GridChanges {
  readonly #history = new History<Step>();
  /** The cell with the focus and its row's values when it received the focus, or after the last step. */
  #editing: { cell: CellAddress; before: Snapshot } | undefined;
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
    return this.#typed && this.#listEdits().size > 0;
  }

  can(direction: "undo" | "redo"): boolean {
    this.#forgetSubmitted();
    return this.#history.has(direction) || (direction === "undo" && this.#listEdits().size > 0);
  }

  /** Handles the focus moving to a cell. Text typed into the previous cell becomes a step. */
  visit(cell: CellAddress): void {
    const { cell: last } = this.#editing ?? {};
    if (last?.row === cell.row && last.column === cell.column) return;
    this.#keepEdits();
    this.#watch(cell);
  }

  /** Handles typed text, which discards the steps that were undone. */
  type(): void {
    this.#typed = true;
    this.#history.forgetUndone();
  }

  /** Runs an operation and records it as a step. */
  run<T>(cell: CellAddress, change: () => T): T {
    this.#keepEdits();
    const before = takeSnapshot(this.list);
    const result = change();
    const step = findStep(this.list, before, cell);
    if (step) this.#history.push(step);
    this.#last = step;
    this.#watch(this.#editing?.cell);
    return result;
  }

  /** Returns a function that runs a later part of the last operation and adds its changes to the operation's step. */
  extendLast(): (change: () => void) => void {
    const step = this.#last;
    return (change) => {
      const before = takeSnapshot(this.list);
      change();
      if (step) extendStep(step, listChanged(before));
      this.#watch(this.#editing?.cell);
    };
  }

  /** Reverts or repeats a step. Returns the cell where the step was made, or undefined when there is no step. */
  apply(direction: "undo" | "redo"): CellAddress | undefined {
    this.#keepEdits();
    const step = this.#history[direction]();
    if (!step) return undefined;
    applyStep(this.store, this.list, step, direction === "undo" ? "before" : "after");
    this.#watch(this.#editing?.cell);
    return step.cell;
  }

  #listEdits(): Step["values"] {
    return this.#editing ? listChanged(this.#editing.before) : new Map();
  }

  #keepEdits(): void {
    this.#forgetSubmitted();
    const { cell, before } = this.#editing ?? {};
    const step = cell && before && findStep(this.list, before, cell);
    if (step) this.#history.push(step);
  }

  #watch(cell: CellAddress | undefined): void {
    const row = cell && this.list.rows[cell.row];
    this.#typed = false;
    this.#editing = row && { cell, before: takeSnapshot(this.list, [row]) };
  }

  /** Discards the steps from before the form was last submitted. */
  #forgetSubmitted(): void {
    const { submissions } = this.store;
    if (submissions === this.#submissions) return;
    this.#submissions = submissions;
    this.#history.clear();
    this.#watch(this.#editing?.cell);
  }
}
