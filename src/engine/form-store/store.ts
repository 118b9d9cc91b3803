/**
 * State of an open form, independent of React. Fields hold nodes instead of paths, so that a moved row keeps its ids,
 * values and errors, and a key press affects only the node of its field and the rules that read the field.
 */
import { computeRecord, isFieldVisible, isFieldRequired } from "../entity/conditions.ts";
import { getTextName } from "../entity/labels.ts";
import { listObjects } from "../base/guards.ts";
import type { CheckError, Row, Verdict } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { formatKindMessage } from "../kinds/messages.ts";
import { buildDefaults } from "./form-schema.ts";
import { findChoices, type Links, findLinks } from "./links.ts";
import { type FieldEntry, type FormNode, LeafNode, ListNode, type ObjectNode } from "./nodes.ts";
import { listLeaves, showBeside, showRowStates } from "./show.ts";
import { findNode, placeErrors, showsErrors } from "./place-errors.ts";
import { FormTree, type StoreOptions } from "./tree.ts";

/** Store of an open form. Every change re-evaluates what depends on it and notifies the watchers. */
export class FormStore extends FormTree {
  readonly links: Links;
  private readonly conditional: Set<string>;

  constructor(...given: [FormTree["entity"], StoreOptions]) {
    super(...given);
    const { entity } = this;
    this.links = findLinks(entity);
    this.conditional = new Set(entity.show.filter(({ list }) => !list).map((condition) => condition.field));
    this.recompute();
    this.reveal(entity.fields.map((field) => field.name));
  }

  /** Sets a leaf from typed text. Blank text clears it, and text that the kind cannot parse is kept to be reported. */
  type(leaf: LeafNode, text: string): void {
    if (text.trim() === "") return this.set(leaf, undefined);
    const parsed = leaf.field.kind.parse(text, this.context(leaf));
    this.set(leaf, parsed.ok ? parsed.value : text, !parsed.ok);
  }

  /** Sets a leaf's value from user input and clears the choices that depended on the previous value. */
  set(leaf: LeafNode, value: unknown, raw = false): void {
    if (leaf.value === value && leaf.raw === raw) return;
    this.setValue(leaf, value, raw);
    leaf.touched = true;
    this.dirty = true;
    if (leaf.view.note) leaf.publish({ note: undefined });
    this.clearDependents(leaf);
    this.settle([leaf.top], leaf);
  }

  /**
   * Sets values that the user did not enter, such as copies from the selected record, and updates the inputs. Null and
   * empty strings clear a field. Unlike `set`, this keeps dependent fields. `into` may be a list row.
   */
  fill(values: Row, into: ObjectNode = this.root): void {
    const tops = new Set<string>();
    for (const [name, value] of Object.entries(values)) {
      const leaf = into.child(name);
      if (!(leaf instanceof LeafNode)) continue;
      tops.add(leaf.top);
      this.setValue(leaf, value === null || value === "" ? undefined : value, false);
      leaf.control?.write();
      leaf.publish({ note: undefined, value: leaf.value });
    }
    this.settle([...tops]);
  }

  /**
   * Sets many fields in a list's rows at once, for example on paste. Invalid input is kept as typed, and the fields are
   * validated from then on, except those whose `live` is false.
   */
  enter(list: ListNode, values: readonly FieldEntry[]): void {
    for (const { leaf, value, raw, live = true } of values) {
      this.setLeafValue(leaf, value, raw === true);
      leaf.touched = leaf.live = live;
      leaf.publish({ value, note: undefined, ...(!live && { error: undefined, warning: undefined }) });
      leaf.control?.write();
    }
    this.rowsChanged(list);
    for (const { leaf, error } of values) {
      if (error === undefined) continue;
      // Keep the error until the value changes, like an error from the server.
      leaf.refused = true;
      leaf.publish({ error });
    }
    this.notifyWatchers();
  }

  /** Handles blur: from now on the field is validated on every change. An empty untouched field shows no error. */
  blur(leaf: LeafNode): void {
    if (!leaf.touched && leaf.value === undefined) return;
    leaf.live = true;
    this.verify([leaf.top], leaf);
  }

  /** Validates these fields now and returns the first one with an error, or undefined. */
  checkNow(names: readonly string[]): LeafNode | undefined {
    const leaves = names.map((name) => this.leaf(name));
    for (const leaf of leaves) leaf.live = true;
    this.verify(names);
    return leaves.find((leaf) => leaf.view.error);
  }

  /** Restores a draft into the open form and marks the form as changed. */
  restore(values: Row): void {
    const single: Row = {};
    for (const [name, value] of Object.entries(values)) {
      const node = this.root.child(name);
      if (node instanceof LeafNode) single[name] = value;
      else if (node && Array.isArray(value)) {
        node.replace(listObjects(value));
        for (const row of node.rows) this.adoptRow(row);
        this.data = { ...this.data, [name]: node.toJSON() };
      }
    }
    this.dirty = true;
    this.fill(single);
    this.settle(Object.keys(values));
  }

  /** Merges facts into the known ones and re-evaluates the form. */
  know(contexts: Scope): void {
    this.contexts = { ...this.contexts, ...contexts };
    this.settle(this.entity.fields.map((field) => field.name));
  }

  /**
   * Validates all visible fields, or only those of a step, and publishes the errors. Returns in `loose` the errors that
   * belong to no visible field.
   */
  submit(step?: ReadonlySet<string>): { verdict: Verdict; loose: CheckError[] } {
    if (!step) this.submitted = true;
    this.recompute();
    const verdict = this.entity.check(this.data, {
      lang: this.lang,
      contexts: this.contexts,
      side: "browser",
      ...(step && { only: [...step] }),
    });
    const errors = verdict.errors.filter(
      (error) => !this.isForeignError(error) && (!step || step.has(this.getTop(error))),
    );
    if (errors.length === 0) this.submissions += 1;
    const wake = (node: FormNode) => {
      node.live = true;
      if (node instanceof ListNode) for (const row of node.rows) for (const child of row.children()) wake(child);
    };
    for (const node of this.root.children()) if (!step || step.has(node.field.name)) wake(node);
    const loose = placeErrors(this, errors, false, step);
    this.warn([...this.root.children()], verdict.warnings);
    this.notifyWatchers();
    return { verdict: { ...verdict, errors }, loose };
  }

  /** Publishes server errors until their fields change. Returns the errors without a visible field. */
  refuse(errors: CheckError[]): CheckError[] {
    const loose = placeErrors(this, errors, true);
    this.notifyWatchers();
    return loose;
  }

  /** Handles moved, added or removed rows. Nodes keep their ids and values; only validation runs again. */
  rowsChanged(list: ListNode): void {
    this.dirty = true;
    this.data = { ...this.data, [list.top]: this.root.child(list.top)?.toJSON() };
    this.settle([list.top]);
  }

  /** Inserts a row with the default values, at the end unless `index` is given. */
  addRow(list: ListNode, index = list.rows.length): ObjectNode {
    const row = list.insert(index, buildDefaults(list.field.items ?? []));
    this.adoptRow(row);
    return row;
  }

  /** Initialises the leaves of a new row. */
  private adoptRow(row: ObjectNode): void {
    row.each((leaf) => this.initLeaf(leaf));
  }

  /** Marks the form as submitted, without unsaved changes. */
  finish(): void {
    this.dirty = false;
  }

  /** Resets the form to `values`. Nodes are kept, because mounted inputs refer to them. */
  reset(values: Row): void {
    this.data = this.pickKnown(values);
    this.root.reconcile(values, (row) => this.adoptRow(row));
    this.root.each((leaf) => {
      leaf.touched = leaf.live = leaf.raw = false;
      leaf.observer?.(leaf.value);
      leaf.publish({ error: undefined, note: undefined, warning: undefined, value: leaf.value });
      leaf.control?.write();
    });
    this.dirty = this.submitted = false;
    this.recompute();
    this.reveal(this.entity.fields.map((field) => field.name));
    this.notifyWatchers();
  }

  /** Re-evaluates the conditions, computed values and live validation that depend on the changed fields. */
  private settle(names: string[], cause?: LeafNode): void {
    this.recompute(names);
    const reached = this.links.reach(names);
    for (const name of names) for (const dependent of this.links.choices.dependents(name)) reached.add(dependent);
    this.reveal(reached, cause);
    this.verify(reached, cause);
    this.notifyWatchers();
  }

  private recompute(names?: string[]): void {
    if (!this.links.computed.size || (names && !this.links.feedsComputed(names))) return;
    const values = computeRecord(this.entity, this.data, this.contexts);
    for (const name of this.links.computed) {
      const node = this.root.child(name);
      if (node instanceof ListNode) this.recomputeRows(node, values[name]);
      else if (node) this.putFigure(node, values[name]);
    }
  }

  private recomputeRows(list: ListNode, values: unknown): void {
    for (const [index, now] of listObjects(values).entries()) {
      const row = list.rows[index];
      if (!row || row.toJSON() === now) continue;
      for (const node of row.children()) {
        if (node instanceof ListNode) this.recomputeRows(node, now[node.field.name]);
        else if (node.field.compute) this.putFigure(node, now[node.field.name]);
      }
    }
  }

  private putFigure(leaf: LeafNode, value: unknown): void {
    if (leaf.value === value) return;
    this.setValue(leaf, value, false);
    leaf.publish({ value: leaf.value });
    leaf.control?.write();
  }

  /** Publishes what depends on other values. If `cause` is in a row, currencies and options are updated only there. */
  private reveal(names: Iterable<string>, cause?: LeafNode): void {
    for (const name of names) {
      const node = this.root.child(name);
      if (!node || !this.formFieldNames.has(name)) continue;
      const only = cause?.list && cause.top === name ? cause.parent : undefined;
      showBeside(node, this.data, { choices: this.links.choices, contexts: this.contexts, only });
      if (node instanceof LeafNode && !node.locked && this.options.describe)
        node.publish(this.options.describe(node.field, this.data, this.contexts));
      if (node instanceof ListNode) showRowStates(this, node, this.links.conditionalRows);
      if (this.conditional.has(name))
        node.publish({ shown: isFieldVisible(this.entity, name, this.data, this.contexts) });
      if (this.links.demandable.has(name))
        node.publish({ demanded: isFieldRequired(this.entity, name, this.data, this.contexts) });
    }
  }

  /** Validates those of the given fields that are live, and publishes their errors and warnings. */
  private verify(names: Iterable<string>, cause?: LeafNode): void {
    const live = [...names].filter((name) => this.root.child(name)?.isLive());
    if (!live.length) return;
    const { errors, warnings } = this.entity.check(this.data, {
      lang: this.lang,
      contexts: this.contexts,
      side: "browser",
      only: live,
    });
    const shown = errors.filter((error) => {
      const node = findNode(this, error.at);
      // The cheaper test comes first: in a list, most errors belong to rows that are not validated live yet.
      return node && showsErrors(node) && !this.isForeignError(error);
    });
    placeErrors(this, shown, false, new Set(live));
    this.warn([...live.flatMap((name) => this.root.child(name) ?? []), ...(cause ? [cause] : [])], warnings);
  }

  private clearDependents(cause: LeafNode): void {
    const { parent, list } = cause;
    for (const name of (list ? findChoices(list.field.items ?? []) : this.links.choices).dependents(cause.field.name)) {
      const leaf = parent.child(name);
      if (!(leaf instanceof LeafNode) || leaf.value === undefined) continue;
      this.setValue(leaf, undefined, false);
      leaf.control?.write();
      // The notice is more helpful than a "required" error until the user edits the field again.
      leaf.live = leaf.touched = false;
      leaf.publish({
        value: undefined,
        error: undefined,
        note: this.options.clearedWord?.(this.entity.label(getTextName(cause.field), this.lang)),
      });
      this.clearFilled(leaf);
    }
  }

  /** Clears values that the cleared choice had filled in, unless they narrow its options or the user has edited them. */
  private clearFilled(leaf: LeafNode): void {
    const { options } = leaf.field;
    if (!options || !("list" in options)) return;
    const narrowing = new Set(Object.values(options.params));
    for (const name of Object.keys(options.fills)) {
      const filled = leaf.parent.child(name);
      if (!(filled instanceof LeafNode) || filled.touched || narrowing.has(name)) continue;
      this.setValue(filled, undefined, false);
      filled.control?.write();
      filled.publish({ value: undefined });
    }
  }

  /** Publishes warnings at the live leaves. A kind's own warning takes precedence over those of rules. */
  private warn(nodes: FormNode[], warnings: readonly CheckError[]): void {
    const texts = new Map<FormNode | undefined, string>();
    for (const { at, message } of warnings) {
      const node = findNode(this, at);
      if (!texts.has(node)) texts.set(node, message);
    }
    for (const leaf of listLeaves(nodes)) {
      if (!leaf.live) continue;
      const odd =
        leaf.value === undefined || leaf.raw ? undefined : leaf.field.kind.warning?.(leaf.value, this.context(leaf));
      const warning = odd ? formatKindMessage(leaf.field.kind, odd.code, this.lang, odd.params) : texts.get(leaf);
      if (warning !== leaf.view.warning) leaf.publish({ warning });
    }
  }
}
