/** The nodes of a form's store: a leaf a value, an object its children, a list its rows with keys that never change. */
import type { Field, Row } from "../model/entity.ts";

/** What a field's component sees; replaced as a whole when something in it changes. */
export interface View {
  error?: string;
  /** A remark of the form itself: cleared because another field changed. */
  note?: string;
  /** What looks wrong and does not block, by its kind or a rule. */
  warning?: string;
  /** What a list says of the value (the bank behind its first characters). */
  told?: string;
  /** What is known of the limits here: bounds of the rules, an available balance. */
  hint?: string;
  /** ISO code of the amount here, where it is known. */
  unit?: string;
  /** The field that must be filled before this one's options are known. */
  waits?: string;
  /** What this one's options hang on, as one text. */
  among?: string;
  /** The facts that decide which options are open, as they came: a change judges the options anew. */
  facts?: unknown;
  /** Changes when a list's rows were replaced as a whole: what draws them starts anew. */
  rows?: number;
  /** Only kept up to date for leaves whose component follows the value. */
  value: unknown;
  shown: boolean;
  demanded: boolean;
}
/** What a mounted input lends its leaf. */
export interface Control {
  /** Shows the leaf's value, which something else than this input changed. */
  write(): void;
  focus(): void;
}

abstract class BaseNode {
  abstract view: View;
  control: Control | undefined;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getView = (): View => this.view;

  /** A mounted input lends its control; the returned function takes it back. */
  attach(control: Control): () => void {
    this.control = control;
    return () => {
      if (this.control === control) this.control = undefined;
    };
  }

  publish(patch: Partial<View>): void {
    const keys = Object.keys(patch) as (keyof View)[];
    if (keys.every((key) => same(this.view[key], patch[key]))) return;
    this.view = { ...this.view, ...patch };
    for (const listener of this.listeners) listener();
  }
}
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** A part of a form that can have an error. */
export type FormNode = LeafNode | ListNode;

export class LeafNode extends BaseNode {
  value: unknown;
  /** The value is text that the kind could not read. */
  raw = false;
  touched = false;
  live = false;
  locked = false;
  /** The component shows the value by rendering (a counter, a choice), not only through its own input. */
  follows = false;
  /** The error came from the server; it stays until the value changes. */
  refused = false;
  /** The merchant has no record that this reference could name; undefined until it is known. */
  none: boolean | undefined;
  /** Why the form cannot go out yet (an upload under way). */
  busy: string | undefined;
  words: string | undefined;
  heard: ((value: unknown) => void) | undefined;
  view: View;

  constructor(
    readonly id: string,
    readonly field: Field,
    readonly parent: ObjectNode,
    value: unknown,
  ) {
    super();
    this.value = value ?? undefined;
    this.view = { value: this.value, shown: true, demanded: false };
  }
  /** The component shows the value by rendering, so it must hear of every change. */
  follow(): void {
    this.follows = true;
  }
  /** Hears of every value, the present one first; the returned function ends it. */
  count(heard: (value: unknown) => void): () => void {
    this.heard = heard;
    heard(this.value);
    return () => {
      if (this.heard === heard) this.heard = undefined;
    };
  }
  /** The value as its input reads it, where the kind alone cannot say it (a record's label). */
  say(words: string | undefined): void {
    this.words = words;
  }
  /** Keeps the form from going out, and says why; nothing lets it go. */
  hold(why: string | undefined): void {
    this.busy = why;
  }
  /** Name of the record's own field that this leaf belongs to. */
  get top(): string {
    return this.list?.top ?? this.field.name;
  }
  get list(): ListNode | undefined {
    return this.parent.parent;
  }
  isLive(): boolean {
    return this.live;
  }
  toJSON(): unknown {
    return this.value;
  }
}

export class ListNode extends BaseNode {
  readonly rows: ObjectNode[] = [];
  /** A submit looked at it, so its own verdict (how many rows, what they add up to) follows every change. */
  live = false;
  view: View = { value: undefined, shown: true, demanded: false };
  private serial = 0;

  constructor(
    readonly id: string,
    readonly field: Field,
    readonly parent: ObjectNode,
    value: unknown,
  ) {
    super();
    if (Array.isArray(value)) for (const row of value) this.insert(this.rows.length, row as Row);
  }
  insert(index: number, value: Row = {}): ObjectNode {
    this.serial += 1;
    const row = new ObjectNode(`${this.id}.r${this.serial}`, this.field.items ?? [], value, this);
    this.rows.splice(index, 0, row);
    return row;
  }
  remove(index: number): void {
    this.rows.splice(index, 1);
  }
  move(from: number, to: number): void {
    this.rows.splice(to, 0, ...this.rows.splice(from, 1));
  }
  /** Other rows altogether. */
  replace(rows: readonly Row[]): void {
    this.rows.length = 0;
    for (const row of rows) this.insert(this.rows.length, row);
    this.publish({ rows: (this.view.rows ?? 0) + 1 });
  }
  get top(): string {
    return this.parent.parent?.top ?? this.field.name;
  }
  isLive(): boolean {
    return this.live || this.rows.some((row) => [...row.children()].some((node) => node.isLive()));
  }
  toJSON(): Row[] {
    return this.rows.map((row) => row.toJSON());
  }
}

export class ObjectNode {
  private readonly nodes = new Map<string, LeafNode | ListNode>();

  constructor(
    readonly id: string,
    fields: readonly Field[],
    value: Row,
    readonly parent: ListNode | undefined,
  ) {
    for (const field of fields) {
      const at = `${id}.${field.name}`;
      this.nodes.set(
        field.name,
        field.items
          ? new ListNode(at, field, this, value[field.name])
          : new LeafNode(at, field, this, value[field.name]),
      );
    }
  }
  child(name: string): LeafNode | ListNode | undefined {
    return this.nodes.get(name);
  }
  children(): Iterable<LeafNode | ListNode> {
    return this.nodes.values();
  }
  /** Every leaf below, in the order of the schema. */
  each(run: (leaf: LeafNode) => void): void {
    for (const node of this.nodes.values()) {
      if (node instanceof LeafNode) run(node);
      else for (const row of node.rows) row.each(run);
    }
  }
  /** New values into the old nodes; rows by index, missing ones made, surplus ones dropped. */
  reconcile(values: Row, adopt: (row: ObjectNode) => void): void {
    for (const [name, node] of this.nodes) {
      if (node instanceof LeafNode) {
        node.value = values[name] ?? undefined;
        continue;
      }
      const rows = Array.isArray(values[name]) ? (values[name] as Row[]) : [];
      node.rows.length = Math.min(node.rows.length, rows.length);
      rows.forEach((row, index) =>
        node.rows[index] ? node.rows[index].reconcile(row, adopt) : adopt(node.insert(index, row)),
      );
      node.live = false;
      node.publish({ error: undefined, rows: (node.view.rows ?? 0) + 1 });
    }
  }
  toJSON(): Row {
    const row: Row = {};
    for (const [name, node] of this.nodes) {
      const value = node.toJSON();
      if (value !== undefined) row[name] = value;
    }
    return row;
  }
}
