/**
 * Read side of the form store: the record as a tree of nodes, the displayed text of its values, and the request body.
 * `FormStore` adds the methods that change it.
 */
import { listObjects } from "../base/guards.ts";
import { isMasked } from "../entity/is-masked.ts";
import { getPointerName } from "../entity/objects.ts";
import type { CheckError, Entity, Field, Lang, Row } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import type { KindContext } from "../model/kind.ts";
import type { Scope } from "../model/expression.ts";
import { type FormNode, LeafNode, ListNode, ObjectNode, type View } from "./nodes.ts";

/** Returns what is shown below a field besides its errors. */
export type DescribeField = (field: Field, record: Row, contexts: Scope) => Pick<View, "hint" | "confirmation">;

export interface StoreOptions {
  lang: Lang;
  /** Initial values: an empty record, a draft, or the record to change. */
  initial?: Row;
  /** Whether the form changes the stored record in `initial`. */
  changes?: boolean;
  /** Facts from outside the record. More may be added later with `know`. */
  contexts?: Scope | undefined;
  /** Prefix of DOM ids. Must be unique on the page. */
  id?: string;
  /** Names of the stored record's secrets that have a value. Undefined when unknown. */
  secrets?: readonly string[] | undefined;
  /** Returns whether a field is read-only in this form although the schema allows editing. */
  locked?(field: Field): boolean;
  /** Returns what is shown below a field for the current values. */
  describe?: DescribeField | undefined;
  /** Returns the notice for a choice that was cleared because the field with the label `cause` changed. */
  clearedWord?(cause: string): string;
}

export class FormTree {
  readonly root: ObjectNode;
  readonly initial: Row;
  readonly lang: Lang;
  contexts: Scope;
  /** Whether the user has changed anything since the form was opened or reset. */
  dirty = false;
  /** Whether the form has been submitted at least once. */
  submitted = false;
  /** Number of times that the form or one of its steps was submitted with valid values. */
  submissions = 0;
  protected data: Row;
  protected readonly formFieldNames: Set<string>;
  private lastFailing: FormNode[] = [];
  private lastErrors: (string | undefined)[] = [];
  private readonly watchers = new Set<() => void>();
  /** Number of choices whose values for other fields are being loaded. */
  private loadingFills = 0;
  private afterFills: (() => void)[] = [];

  constructor(
    readonly entity: Entity,
    protected readonly options: StoreOptions,
  ) {
    this.lang = options.lang;
    this.initial = options.initial ?? {};
    this.contexts = options.contexts ?? {};
    // Omit names that are not fields, such as a version, because the check would reject them.
    this.data = this.pickKnown(this.initial);
    this.formFieldNames = new Set(entity.form.sections.flatMap((section) => section.rows.flat()));
    this.root = new ObjectNode(options.id ?? "f", entity.fields, this.initial, undefined);
    this.root.each((leaf) => this.initLeaf(leaf));
  }

  leaf(name: string): LeafNode {
    const node = this.root.child(name);
    if (!(node instanceof LeafNode)) throw new Error(`${name} is no single field`);
    return node;
  }

  /** Returns all current values, including those of hidden fields, since checks and conditions read them. */
  record(): Row {
    return this.data;
  }

  /**
   * Returns the request body: visible fields that are editable or computed, without local fields and unchanged masked
   * values. Cleared fields of a stored record are null. `verdict` is the validated record. `only` limits the body to
   * the given fields.
   */
  buildOutgoing(verdict: Row = this.data, only?: ReadonlySet<string>): Row {
    const body: Row = {};
    for (const field of this.entity.fields) {
      if (only && !only.has(field.name)) continue;
      const node = this.root.child(field.name);
      if (!node?.view.shown || field.local || (this.isLocked(field) && !field.compute) || this.isUntouchedMask(field))
        continue;
      const value = verdict[field.name];
      if (value !== undefined) body[field.name] = value;
      // An update leaves absent fields unchanged, so only null clears them.
      else if (this.clears(field)) body[field.name] = null;
    }
    return body;
  }

  /**
   * Returns whether an empty field must be submitted as null: in a form that changes a stored record, if the field had
   * a value or the user removed its secret.
   */
  private clears({ name, sealed }: Field): boolean {
    const node = this.root.child(name);
    const removed = sealed === true && node instanceof LeafNode && node.value === null;
    return this.options.changes === true && (this.initial[name] !== undefined || removed);
  }

  /** Returns whether the field is a secret of a stored record: no response contains it, and an empty input keeps it. */
  keepsSecret({ sealed, readOnly }: Pick<Field, "sealed" | "readOnly">): boolean {
    return sealed === true && !readOnly && this.options.changes === true;
  }

  /** Returns whether a secret of the stored record has a value, or undefined while unknown. */
  hasSecret({ name }: Field): boolean | undefined {
    return this.options.secrets?.includes(name);
  }

  context(leaf: LeafNode): KindContext {
    const record = leaf.list ? { ...this.data, ...leaf.parent.toJSON() } : this.data;
    return buildKindContext(this.entity, leaf.field, this.lang, record);
  }

  /** Returns the displayed text of a leaf. Unparsed input is returned as typed. */
  text(leaf: LeafNode): string {
    return leaf.value === undefined || leaf.value === null
      ? ""
      : typeof leaf.value === "string" && leaf.raw
        ? leaf.value
        : leaf.field.kind.text(leaf.value, this.context(leaf));
  }

  /**
   * Returns the text of a leaf for editing, such as an amount without digit grouping. Unparsed input is returned as
   * typed.
   */
  edit(leaf: LeafNode): string {
    if (leaf.value === undefined || leaf.value === null) return "";
    if (leaf.raw) return String(leaf.value);
    const { kind } = leaf.field;
    return kind.edit ? kind.edit(leaf.value, this.context(leaf)) : kind.text(leaf.value, this.context(leaf));
  }

  /** Calls `run` after every change. Returns a function that unsubscribes. */
  watch(run: () => void): () => void {
    this.watchers.add(run);
    return () => void this.watchers.delete(run);
  }

  /** Registers that a choice loads values for other fields. Returns the function to call once they are filled in. */
  beginFill(): () => void {
    this.loadingFills += 1;
    return () => {
      this.loadingFills -= 1;
      // Values that were filled in may be choices that load further values.
      queueMicrotask(() => {
        if (this.loadingFills === 0) for (const run of this.afterFills.splice(0)) run();
      });
    };
  }

  /** Calls `run` once no choice is loading values for other fields, or immediately if none is. */
  whenFilled(run: () => void): void {
    if (this.loadingFills === 0) run();
    else this.afterFills = [run];
  }

  /** Returns the visible nodes with an error, in form order. */
  listFailing(): FormNode[] {
    const found: FormNode[] = [];
    const look = (node: FormNode | undefined) => {
      if (!node?.view.shown) return;
      if (node.view.error) found.push(node);
      if (node instanceof ListNode) for (const row of node.rows) for (const child of row.children()) look(child);
    };
    for (const name of this.formFieldNames) look(this.root.child(name));
    return found;
  }

  /**
   * Returns the result of `listFailing()`, with a stable identity while neither nodes nor texts change, as
   * useSyncExternalStore requires.
   */
  listFailingNow(): FormNode[] {
    const now = this.listFailing();
    const same =
      now.length === this.lastFailing.length &&
      now.every((node, index) => this.lastFailing[index] === node && this.lastErrors[index] === node.view.error);
    if (same) return this.lastFailing;
    this.lastErrors = now.map((node) => node.view.error);
    this.lastFailing = now;
    return now;
  }

  /** Returns the first visible field that is not read-only, or undefined. */
  first(): FormNode | undefined {
    return [...this.formFieldNames]
      .map((name) => this.root.child(name))
      .find((node) => node?.view.shown && !(node instanceof LeafNode && node.locked));
  }

  /** Focuses a field. A row field that is out of view is focused through its list. */
  focus(node: FormNode): void {
    if (node.control) node.control.focus();
    else if (node instanceof LeafNode) node.list?.control?.reach?.(node);
  }

  /** Returns whether any of these fields is visible. */
  showsAny(names: readonly string[]): boolean {
    return names.some((name) => this.root.child(name)?.view.shown);
  }

  /** Returns why the form, or these fields, cannot be submitted yet, or undefined when nothing blocks submitting. */
  findBusy(only?: ReadonlySet<string>): string | undefined {
    let text: string | undefined;
    this.root.each((leaf) => {
      if (leaf.view.shown && (!only || only.has(leaf.top))) text ??= leaf.busy;
    });
    return text;
  }

  protected initLeaf(leaf: LeafNode): void {
    leaf.locked = this.isLocked(leaf.field);
    leaf.view = {
      ...leaf.view,
      shown: leaf.list !== undefined || this.formFieldNames.has(leaf.field.name),
      demanded: leaf.field.required,
    };
    leaf.live = false;
  }

  protected isLocked(field: Field): boolean {
    return field.readOnly || field.compute !== undefined || (this.options.locked?.(field) ?? false);
  }

  protected pickKnown(values: Row): Row {
    const names = new Set(this.entity.fields.map((field) => field.name));
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => names.has(name) && value !== null));
  }

  protected setValue(leaf: LeafNode, value: unknown, raw: boolean): void {
    this.setLeafValue(leaf, value, raw);
    const top = this.root.child(leaf.top);
    this.data = { ...this.data, [leaf.top]: top?.toJSON() };
    if (value === undefined && top === leaf) delete this.data[leaf.top];
  }

  /** Sets the value of a leaf without updating the record. */
  protected setLeafValue(leaf: LeafNode, value: unknown, raw: boolean): void {
    leaf.value = value;
    leaf.raw = raw;
    leaf.refused = false;
    leaf.observer?.(value);
    if (leaf.follows) leaf.publish({ value });
  }

  /**
   * Returns whether a masked value is unchanged. An unmasked value preset in a new form is submitted like any other.
   */
  protected isUntouchedMask(field: Field): boolean {
    const value = this.data[field.name];
    return (
      isMasked(field, "detail") &&
      value === this.initial[field.name] &&
      (typeof value !== "string" || value.includes("*"))
    );
  }

  /** Returns the name of the top-level field that an error concerns. */
  protected getTop({ at }: Pick<CheckError, "at">): string {
    return getPointerName(this.entity, at);
  }

  /**
   * Returns whether an error concerns a value that the user has not entered: that of a read-only or locked field
   * without `x-compute`, an unchanged masked value or a stored secret.
   */
  protected isForeignError(error: CheckError, data: Row = this.data): boolean {
    const name = this.getTop(error);
    const field = this.entity.fields.find((candidate) => candidate.name === name);
    if (field?.items) return this.isCoveredInRow(field, error, data);
    return (
      field !== undefined &&
      ((this.isLocked(field) && !field.compute) ||
        (this.data[name] !== undefined && this.isUntouchedMask(field)) ||
        // A secret that was neither typed nor removed keeps its stored value.
        (this.data[name] === undefined && this.keepsSecret(field)))
    );
  }

  /**
   * Returns whether the error concerns an unchanged masked value in a list row. Since rows can be moved, the value may
   * have been in any row before.
   */
  private isCoveredInRow({ name, items = [] }: Field, { at }: CheckError, data: Row): boolean {
    const [, , index, inner] = at.split("/");
    const field = items.find((item) => item.name === inner);
    if (!field || !isMasked(field, "detail")) return false;
    const valueIn = (rows: unknown, index: number): unknown => listObjects(rows)[index]?.[field.name];
    const value = valueIn(data[name], Number(index));
    const before = this.initial[name];
    return (
      value !== undefined && Array.isArray(before) && before.some((_row, index) => valueIn(before, index) === value)
    );
  }

  protected notifyWatchers(): void {
    for (const run of this.watchers) run();
  }
}
