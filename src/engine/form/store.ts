/**
 * What happens in one form, outside React. A field holds its node, never a path, so a row that moves keeps its ids, its values and its
 * errors, and a key touches its own node and the rules that read it.
 */
import type { CheckError, Row, Verdict } from "../entity/entity.ts";
import type { Scope } from "../rules/expression.ts";
import { type Links, linksOf } from "./links.ts";
import { LeafNode, type ListNode, type ObjectNode } from "./nodes.ts";
import { placeErrors } from "./place-errors.ts";
import { FormTree, type StoreOptions } from "./tree.ts";

/** One open form. */
export class FormStore extends FormTree {
  readonly links: Links;
  private readonly conditional: Set<string>;

  constructor(...given: [FormTree["entity"], StoreOptions]) {
    super(...given);
    const { entity } = this;
    this.links = linksOf(entity);
    this.conditional = new Set(entity.show.map((condition) => condition.field));
    this.recompute();
    this.reveal(entity.fields.map((field) => field.name));
  }

  /** Text from an input: understood by the kind, or kept as typed for the check to name. */
  type(leaf: LeafNode, text: string): void {
    if (text.trim() === "") return this.set(leaf, undefined);
    const parsed = leaf.field.kind.parse(text, this.context(leaf));
    this.set(leaf, parsed.ok ? parsed.value : text, !parsed.ok);
  }

  /** A value from a person. */
  set(leaf: LeafNode, value: unknown, raw = false): void {
    if (leaf.value === value && leaf.raw === raw) return;
    this.put(leaf, value, raw);
    leaf.touched = true;
    this.dirty = true;
    const name = leaf.top;
    if (leaf.view.note) leaf.publish({ note: undefined });
    if (!leaf.parent.parent) this.clearDependents(name);
    this.settle([name]);
  }

  /** A value from elsewhere (a copy of the chosen record, a filled sibling): no clearing of what depends on it, the input shows it. */
  fill(values: Row): void {
    for (const [name, value] of Object.entries(values)) {
      const leaf = this.leaf(name);
      this.put(leaf, value === null || value === "" ? undefined : value, false);
      leaf.control?.write();
      leaf.publish({ note: undefined, value: leaf.value });
    }
    this.settle(Object.keys(values));
  }

  /** The person left the field: from now on its verdict follows every key. An empty field that was only passed through stays quiet. */
  blur(leaf: LeafNode): void {
    if (!leaf.touched && leaf.value === undefined) return;
    leaf.live = true;
    leaf.publish({ warning: this.warning(leaf) });
    this.verify([leaf.top]);
  }

  /** Checks these fields now, as a step of its own; the first one that fails, if any. */
  checkNow(names: readonly string[]): LeafNode | undefined {
    const leaves = names.map((name) => this.leaf(name));
    for (const leaf of leaves) leaf.live = true;
    this.verify(names);
    return leaves.find((leaf) => leaf.view.error);
  }

  /** Values of a kept draft into the open form; it counts as changed. */
  restore(values: Row): void {
    const single = Object.fromEntries(Object.entries(values).filter(([name]) => this.root.child(name) instanceof LeafNode));
    this.dirty = true;
    this.fill(single);
  }

  /** Facts beyond the record arrived. */
  know(contexts: Scope): void {
    this.contexts = { ...this.contexts, ...contexts };
    this.settle(this.entity.fields.map((field) => field.name));
  }

  /** Checks everything shown, publishes each error at its field; what belongs to no field comes back as `loose`. */
  submit(): { verdict: Verdict; loose: CheckError[] } {
    this.submitted = true;
    this.recompute();
    const verdict = this.entity.check(this.data, { lang: this.lang, contexts: this.contexts, side: "browser" });
    const errors = verdict.errors.filter((error) => !this.notOurs(error));
    this.root.each((leaf) => {
      leaf.live = true;
    });
    const loose = placeErrors(this, errors);
    this.tell();
    return { verdict: { value: verdict.value, errors }, loose };
  }

  /** Puts errors of the server at their fields; they stay until the person changes the field. Returns those that have no field. */
  refuse(errors: CheckError[]): CheckError[] {
    this.submitted = true;
    const loose = placeErrors(this, errors, true);
    this.tell();
    return loose;
  }

  /** Rows of a list changed: ids and values travelled with them, only verdicts are new. */
  rowsChanged(list: ListNode): void {
    this.dirty = true;
    this.data = { ...this.data, [list.field.name]: list.toJSON() };
    this.settle([list.field.name]);
  }

  /** Takes a new row's fields in. */
  adoptRow(row: ObjectNode): void {
    row.each((leaf) => this.adopt(leaf));
  }

  /** The form came to its end: nothing is unfinished any more. */
  finish(): void {
    this.dirty = false;
  }

  /** Starts over from `values`, keeping the nodes: mounted inputs hold them. */
  reset(values: Row): void {
    this.data = this.known(values);
    this.root.reconcile(values, (row) => this.adoptRow(row));
    this.root.each((leaf) => {
      leaf.touched = leaf.live = leaf.raw = false;
      leaf.publish({ error: undefined, note: undefined, warning: undefined, value: leaf.value });
      leaf.control?.write();
    });
    this.dirty = this.submitted = false;
    this.recompute();
    this.reveal(this.entity.fields.map((field) => field.name));
    this.tell();
  }

  /** Conditions, computed values and live verdicts that the changed fields reach. */
  private settle(names: string[]): void {
    this.recompute(names);
    const reached = this.links.reach(names);
    for (const name of names) for (const dependent of this.links.dependents(name)) reached.add(dependent);
    this.reveal(reached);
    this.verify(reached);
    this.tell();
  }

  private recompute(names?: string[]): void {
    if (!this.links.computed.length || (names && !this.links.feedsComputed(names))) return;
    const values = this.entity.compute(this.data, this.contexts);
    for (const name of this.links.computed) {
      const leaf = this.leaf(name);
      if (leaf.value === values[name]) continue;
      this.put(leaf, values[name], false);
      leaf.publish({ value: leaf.value });
      leaf.control?.write();
    }
  }

  private reveal(names: Iterable<string>): void {
    for (const name of names) {
      const node = this.root.child(name);
      if (!node || !this.laidOut.has(name)) continue;
      if (this.links.waiting.has(name)) node.publish({ waits: this.links.waiting.get(name)?.find((parent) => this.data[parent] === undefined) });
      const { currency } = node.field;
      if (currency) node.publish({ unit: "code" in currency ? currency.code : (this.data[currency.field] as string | undefined) });
      if (node instanceof LeafNode && !node.locked && this.options.hint) node.publish({ hint: this.options.hint(node.field, this.data, this.contexts) });
      if (this.conditional.has(name)) node.publish({ shown: this.entity.shown(name, this.data, this.contexts) });
      if (this.links.demandable.has(name)) node.publish({ demanded: this.entity.demanded(name, this.data, this.contexts) });
    }
  }

  /** Checks the live ones among these fields again; publishes only what changed. */
  private verify(names: Iterable<string>): void {
    const live = [...names].filter((name) => this.root.child(name)?.isLive());
    if (!live.length) return;
    const { errors } = this.entity.check(this.data, { lang: this.lang, contexts: this.contexts, side: "browser", only: live });
    const wanted = new Set(live);
    placeErrors(
      this,
      errors.filter((error) => !this.notOurs(error)),
      false,
      wanted,
    );
  }

  private clearDependents(name: string): void {
    for (const dependent of this.links.dependents(name)) {
      const leaf = this.leaf(dependent);
      if (leaf.value === undefined) continue;
      this.put(leaf, undefined, false);
      leaf.control?.write();
      const label = this.entity.text(`field.${name}.label`, this.lang);
      // The remark says more than "fill this in" until the person has been here again.
      leaf.live = leaf.touched = false;
      leaf.publish({ value: undefined, error: undefined, note: this.options.clearedWord?.(label) });
      this.clearFilled(leaf);
    }
  }

  /** What the cleared choice had filled in goes with it, unless a person has written it since. */
  private clearFilled(leaf: LeafNode): void {
    const { options } = leaf.field;
    for (const name of options && "list" in options ? Object.keys(options.fills) : []) {
      const filled = this.leaf(name);
      if (filled.touched) continue;
      this.put(filled, undefined, false);
      filled.control?.write();
      filled.publish({ value: undefined });
    }
  }

  private warning(leaf: LeafNode): { code: string; params?: Record<string, string | number> } | undefined {
    if (leaf.value === undefined || leaf.raw) return undefined;
    return leaf.field.kind.warning?.(leaf.value, this.context(leaf));
  }
}
