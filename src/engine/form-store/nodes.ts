/** Nodes of a form store: leaves with values, objects with children, and lists whose rows have stable ids. */
import { listObjects } from "../base/guards.ts";
import type { Field, Row } from "../model/entity.ts";

/** State that a field's component renders. It is replaced as a whole when any part changes. */
export interface View {
  error?: string | undefined;
  /** Notice from the form, for example that the field was cleared because another one changed. */
  note?: string | undefined;
  /** Warning from the kind or a rule. It does not block submitting. */
  warning?: string | undefined;
  /** Text about the value: a lookup result such as the bank of an account number, or where a code was sent. */
  lookupText?: string | undefined;
  /** Hint below the field, such as its limits or an available balance. */
  hint?: string | undefined;
  /** What a rule that holds has checked. */
  confirmation?: string | undefined;
  /** ISO code of an amount's currency. Undefined until known. */
  unit?: string | undefined;
  /** Name of the field that must be filled in before the options can be loaded. */
  waits?: string | undefined;
  /** Serialised values of the fields that the options depend on. */
  among?: string | undefined;
  /** Facts that enable, order or annotate the options. A change re-evaluates the options. */
  facts?: unknown;
  /** Incremented when a list's rows are replaced, which remounts the list. */
  rows?: number | undefined;
  /**
   * Value when the view was last published. Typing updates it only for leaves with `follows`, whereas `LeafNode.value`
   * is always current.
   */
  value: unknown;
  shown: boolean;
  demanded: boolean;
}
/** Methods that a mounted input or list provides to its node. */
export interface Control {
  /** Writes the leaf's value to the input after an external change. */
  write(): void;
  focus(): void;
  /** Scrolls a row field into view and focuses it. Provided only by grids, which do not render rows out of view. */
  reach?(leaf: LeafNode): void;
}

const VIEW_PARTS: readonly (keyof View)[] = [
  "error",
  "note",
  "warning",
  "lookupText",
  "hint",
  "confirmation",
  "unit",
  "waits",
  "among",
  "facts",
  "rows",
  "value",
  "shown",
  "demanded",
];

abstract class BaseNode {
  abstract view: View;
  control: Control | undefined;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getView = (): View => this.view;

  /** Registers the control of a mounted input and returns a function that unregisters it. */
  attach(control: Control): () => void {
    this.control = control;
    return () => {
      if (this.control === control) this.control = undefined;
    };
  }

  publish(patch: Partial<View>): void {
    if (VIEW_PARTS.every((part) => !(part in patch) || isSame(this.view[part], patch[part]))) return;
    this.view = { ...this.view, ...patch };
    for (const listener of this.listeners) listener();
  }
}
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** A node that can have an error. */
export type FormNode = LeafNode | ListNode;

export class LeafNode extends BaseNode {
  private held: unknown;
  /** Whether the value is text that the kind could not parse. */
  raw = false;
  touched = false;
  live = false;
  locked = false;
  /** Whether the component renders the current value (a counter, a choice) and must re-render whenever it changes. */
  follows = false;
  /**
   * Whether the error was set from outside the validation, for example by the server. It is kept until the value
   * changes.
   */
  refused = false;
  /** Whether no record can be selected for this reference. Undefined until known. */
  none: boolean | undefined;
  /** Why submitting is blocked, for example by a running upload. Undefined when submitting is not blocked. */
  busy: string | undefined;
  text: string | undefined;
  observer: ((value: unknown) => void) | undefined;
  view: View;

  constructor(
    readonly id: string,
    readonly field: Field,
    readonly parent: ObjectNode,
    value: unknown,
  ) {
    super();
    this.held = value ?? undefined;
    this.view = { value: this.held, shown: true, demanded: false };
  }
  get value(): unknown {
    return this.held;
  }
  set value(value: unknown) {
    this.held = value;
    this.parent.forget();
  }
  /** Makes every change of the value re-render the component. */
  follow(): void {
    this.follows = true;
  }
  /**
   * Calls `observer` now and on every change of the value. Replaces any earlier observer. Returns a function that
   * removes it.
   */
  count(observer: (value: unknown) => void): () => void {
    this.observer = observer;
    observer(this.value);
    return () => {
      if (this.observer === observer) this.observer = undefined;
    };
  }
  /** Sets the displayed text of a value that the kind cannot format, such as a record's label. Undefined removes it. */
  setText(text: string | undefined): void {
    this.text = text;
  }
  /** Blocks submitting for the given reason. Undefined unblocks it. */
  setBusy(why: string | undefined): void {
    this.busy = why;
  }
  /** Name of the record's top-level field that contains this leaf. */
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

/** A value to enter into a field of a row. */
export interface FieldEntry {
  leaf: LeafNode;
  value: unknown;
  /** Whether the value is text that the kind could not parse. */
  raw?: boolean;
  /** Error that the validation cannot detect itself. */
  error?: string | undefined;
  /** Whether the field is validated on every change from now on. Default: true. */
  live?: boolean;
}

export class ListNode extends BaseNode {
  readonly rows: ObjectNode[] = [];
  /** Set on submit. From then on the list's own errors (row count, sums) are updated on every change. */
  live = false;
  view: View = { value: undefined, shown: true, demanded: false };
  private serial = 0;
  private json: readonly Row[] | undefined;

  constructor(
    readonly id: string,
    readonly field: Field,
    readonly parent: ObjectNode,
    value: unknown,
  ) {
    super();
    for (const row of listObjects(value)) this.insert(this.rows.length, row);
  }
  insert(index: number, value: Row = {}): ObjectNode {
    this.serial += 1;
    const row = new ObjectNode(`${this.id}.r${this.serial}`, this.field.items ?? [], value, this);
    this.rows.splice(index, 0, row);
    this.forget();
    return row;
  }
  remove(index: number): void {
    this.rows.splice(index, 1);
    this.forget();
  }
  move(from: number, to: number): void {
    this.rows.splice(to, 0, ...this.rows.splice(from, 1));
    this.forget();
  }
  /** Sets the rows and their order. May include rows that were removed before. */
  arrange(rows: readonly ObjectNode[]): void {
    this.rows.splice(0, this.rows.length, ...rows);
    this.forget();
  }
  /** Replaces all rows and remounts the list. */
  replace(rows: readonly Row[]): void {
    this.rows.length = 0;
    this.forget();
    for (const row of rows) this.insert(this.rows.length, row);
    this.publish({ rows: (this.view.rows ?? 0) + 1 });
  }
  get top(): string {
    return this.parent.parent?.top ?? this.field.name;
  }
  isLive(): boolean {
    return this.live || this.rows.some((row) => [...row.children()].some((node) => node.isLive()));
  }
  /** Returns the frozen rows. The array and each row stay the same objects until they change. */
  toJSON(): readonly Row[] {
    return (this.json ??= Object.freeze(this.rows.map((row) => row.toJSON())));
  }
  /** Invalidates the cached rows and the caches of all ancestors. */
  forget(): void {
    this.json = undefined;
    this.parent.forget();
  }
}

export class ObjectNode {
  private readonly nodes = new Map<string, LeafNode | ListNode>();
  private json: Row | undefined;

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
  /** Calls `run` for every leaf, including those in list rows, in schema order. */
  each(run: (leaf: LeafNode) => void): void {
    for (const node of this.nodes.values()) {
      if (node instanceof LeafNode) run(node);
      else for (const row of node.rows) row.each(run);
    }
  }
  /**
   * Writes new values into the existing nodes. Rows are matched by index, and added or removed as needed. `adopt` is
   * called for each added row.
   */
  reconcile(values: Row, adopt: (row: ObjectNode) => void): void {
    for (const [name, node] of this.nodes) {
      if (node instanceof LeafNode) {
        node.value = values[name] ?? undefined;
        continue;
      }
      const rows = listObjects(values[name]);
      node.rows.length = Math.min(node.rows.length, rows.length);
      node.forget();
      rows.forEach((row, index) =>
        node.rows[index] ? node.rows[index].reconcile(row, adopt) : adopt(node.insert(index, row)),
      );
      node.live = false;
      node.publish({ error: undefined, rows: (node.view.rows ?? 0) + 1 });
    }
  }
  /** Returns the frozen values. The same object is returned until one of them changes. */
  toJSON(): Row {
    if (this.json) return this.json;
    const row: Row = {};
    for (const [name, node] of this.nodes) {
      const value = node.toJSON();
      if (value !== undefined) row[name] = value;
    }
    return (this.json = Object.freeze(row));
  }
  /** Invalidates the cached values of this node and its ancestors. */
  forget(): void {
    this.json = undefined;
    this.parent?.forget();
  }
}
