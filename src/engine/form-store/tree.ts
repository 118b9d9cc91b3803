/** What a form holds: the record as a tree of nodes, how its values read, and what of it goes out. `store.ts` changes it. */
import { isCovered } from "../entity/covered.ts";
import type { CheckError, Entity, Field, Lang, Row } from "../model/entity.ts";
import { kindContext } from "../entity/values.ts";
import type { KindContext } from "../model/kind.ts";
import type { Scope } from "../model/expression.ts";
import { type FormNode, LeafNode, ListNode, ObjectNode } from "./nodes.ts";

export interface StoreOptions {
  lang: Lang;
  /** What the form starts from: an empty record, a draft, a record to change. */
  initial?: Row;
  /** The form changes a stored record (`initial`). */
  changes?: boolean;
  /** Facts beyond the record; may come later by `know`. */
  contexts?: Scope;
  /** Prefix of DOM ids; two forms on a page need two. */
  id?: string;
  /** A field that the person may not change here, though the schema lets him. */
  locked?(field: Field): boolean;
  /** What a field may say of its limits with what is known now. */
  hint?(field: Field, record: Row, contexts: Scope): string | undefined;
  /** The remark when a dependent choice was cleared because `cause` changed. */
  clearedWord?(cause: string): string;
}

/** The record of a form and its nodes. */
export class FormTree {
  readonly root: ObjectNode;
  readonly initial: Row;
  readonly lang: Lang;
  contexts: Scope;
  /** A person changed something since the form opened or was reset. */
  dirty = false;
  /** The form as a whole was checked once. */
  submitted = false;
  protected data: Row;
  protected readonly laidOut: Set<string>;
  private lastFailing: FormNode[] = [];
  private lastErrors: (string | undefined)[] = [];
  private readonly watchers = new Set<() => void>();

  constructor(
    readonly entity: Entity,
    protected readonly options: StoreOptions,
  ) {
    this.lang = options.lang;
    this.initial = options.initial ?? {};
    this.contexts = options.contexts ?? {};
    // Names that are no field (a version, a status of the server's own) are not the form's, and the check would refuse them.
    this.data = this.known(this.initial);
    this.laidOut = new Set(entity.form.sections.flatMap((section) => section.rows.flat()));
    this.root = new ObjectNode(options.id ?? "f", entity.fields, this.initial, undefined);
    this.root.each((leaf) => this.adopt(leaf));
  }

  leaf(name: string): LeafNode {
    const node = this.root.child(name);
    if (!(node instanceof LeafNode)) throw new Error(`${name} is no single field`);
    return node;
  }

  /** Everything known now, hidden drafts too: the checks and conditions read it. */
  record(): Row {
    return this.data;
  }

  /** What goes out: shown fields that a person fills or confirms; never local ones; a masked value that nobody touched stays out. `only`: of these fields. */
  outgoing(verdict: Row = this.data, only?: ReadonlySet<string>): Row {
    const body: Row = {};
    for (const field of this.entity.fields) {
      if (only && !only.has(field.name)) continue;
      const node = this.root.child(field.name);
      if (!node?.view.shown || field.local || (this.locks(field) && !field.compute) || this.untouchedMask(field))
        continue;
      const value = verdict[field.name];
      if (value !== undefined) body[field.name] = value;
      // A change that leaves a field out keeps what is stored; only null empties it.
      else if (this.options.changes && this.initial[field.name] !== undefined) body[field.name] = null;
    }
    return body;
  }

  /** What a kind needs to read or write this leaf's value. */
  context(leaf: LeafNode): KindContext {
    return kindContext(this.entity, leaf.field, this.lang, leaf.parent.parent ? leaf.parent.toJSON() : this.data);
  }

  /** As a person reads it. */
  text(leaf: LeafNode): string {
    return leaf.value === undefined || leaf.value === null
      ? ""
      : typeof leaf.value === "string" && leaf.raw
        ? leaf.value
        : leaf.field.kind.text(leaf.value, this.context(leaf));
  }

  /** As it stands in the input while a person edits it. */
  edit(leaf: LeafNode): string {
    if (leaf.value === undefined || leaf.value === null) return "";
    if (leaf.raw) return String(leaf.value);
    const { kind } = leaf.field;
    return kind.edit ? kind.edit(leaf.value, this.context(leaf)) : kind.text(leaf.value, this.context(leaf));
  }

  /** Runs after every change of any value; for drafts, the summary and the dirty mark. */
  watch(run: () => void): () => void {
    this.watchers.add(run);
    return () => void this.watchers.delete(run);
  }

  /** What is shown with an error, in the order of the form. */
  failing(): FormNode[] {
    const found: FormNode[] = [];
    const look = (node: FormNode | undefined) => {
      if (!node?.view.shown) return;
      if (node.view.error) found.push(node);
      if (node instanceof ListNode) for (const row of node.rows) for (const child of row.children()) look(child);
    };
    for (const name of this.laidOut) look(this.root.child(name));
    return found;
  }

  /** As `failing`, but the same list while neither a field nor its words changed: what React compares. */
  failingNow(): FormNode[] {
    const now = this.failing();
    const same =
      now.length === this.lastFailing.length &&
      now.every((node, index) => this.lastFailing[index] === node && this.lastErrors[index] === node.view.error);
    if (same) return this.lastFailing;
    this.lastErrors = now.map((node) => node.view.error);
    this.lastFailing = now;
    return now;
  }

  /** The first field that a person can fill in. */
  first(): FormNode | undefined {
    return [...this.laidOut]
      .map((name) => this.root.child(name))
      .find((node) => node?.view.shown && !(node instanceof LeafNode && node.locked));
  }

  /** Whether any of these fields shows now. */
  showsAny(names: readonly string[]): boolean {
    return names.some((name) => this.root.child(name)?.view.shown);
  }

  /** Why the form, or these fields of it, cannot go out yet: a file is still on its way. */
  busyWith(only?: ReadonlySet<string>): string | undefined {
    let word: string | undefined;
    this.root.each((leaf) => {
      if (leaf.view.shown && (!only || only.has(leaf.top))) word ??= leaf.busy;
    });
    return word;
  }

  protected adopt(leaf: LeafNode): void {
    leaf.locked = this.locks(leaf.field);
    leaf.view = {
      ...leaf.view,
      shown: leaf.list !== undefined || this.laidOut.has(leaf.field.name),
      demanded: leaf.field.required,
    };
    leaf.live = false;
  }

  protected locks(field: Field): boolean {
    return field.readOnly || field.compute !== undefined || (this.options.locked?.(field) ?? false);
  }

  protected known(values: Row): Row {
    const names = new Set(this.entity.fields.map((field) => field.name));
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => names.has(name) && value !== null));
  }

  protected put(leaf: LeafNode, value: unknown, raw: boolean): void {
    leaf.value = value;
    leaf.raw = raw;
    leaf.refused = false;
    leaf.heard?.(value);
    const top = this.root.child(leaf.top)!;
    this.data = { ...this.data, [leaf.top]: top.toJSON() };
    if (value === undefined && top === leaf) delete this.data[leaf.top];
    if (leaf.follows) leaf.publish({ value });
  }

  /** Whether a covered value stands as it came. A whole one that an address or another record gave a new form goes out like any other. */
  protected untouchedMask(field: Field): boolean {
    const value = this.data[field.name];
    return (
      isCovered(field, "detail") &&
      value === this.initial[field.name] &&
      (typeof value !== "string" || value.includes("*"))
    );
  }

  /** Errors of values that the person neither wrote nor can change: copies and the server's own fields, masked values that go back as they came. */
  protected notOurs(error: CheckError, data: Row = this.data): boolean {
    const name = error.at.split("/")[1] ?? "";
    const field = this.entity.fields.find((candidate) => candidate.name === name);
    if (field?.items) return this.coveredInRow(field, error, data);
    return (
      field !== undefined &&
      ((this.locks(field) && !field.compute) || (this.data[name] !== undefined && this.untouchedMask(field)))
    );
  }

  /** Whether the error is about a covered value of a list's row that came so: rows may have moved since. */
  private coveredInRow({ name, items = [] }: Field, { at }: CheckError, data: Row): boolean {
    const [, , index, inner] = at.split("/");
    const field = items.find((one) => one.name === inner);
    if (!field || !isCovered(field, "detail")) return false;
    const valueIn = (rows: unknown, place: number): unknown =>
      Array.isArray(rows) ? (rows as readonly Row[])[place]?.[field.name] : undefined;
    const value = valueIn(data[name], Number(index));
    const before = this.initial[name];
    return (
      value !== undefined && Array.isArray(before) && before.some((_row, place) => valueIn(before, place) === value)
    );
  }

  protected tell(): void {
    for (const run of this.watchers) run();
  }
}
