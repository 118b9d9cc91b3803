/** Publishes what nodes show based on neighbouring values: currencies, options, row conditions. */
import { readRowStates } from "../entity/conditions.ts";
import { getTopName } from "../entity/reads.ts";
import { findOptionFacts } from "../entity/options-call.ts";
import { findCurrency } from "../entity/values.ts";
import type { Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { type Choices, findChoices } from "./links.ts";
import { type FormNode, LeafNode, ListNode, type ObjectNode } from "./nodes.ts";
import { findRow } from "./place-errors.ts";
import type { FormTree } from "./tree.ts";

/**
 * Inputs of `showBeside`. `only` is the single list row that may have changed, or undefined if any row may have
 * changed.
 */
interface Beside {
  choices: Choices;
  contexts: Scope;
  only: ObjectNode | undefined;
}

/**
 * Publishes what a node shows based on its siblings and on facts: the currency, the values that its options depend on,
 * and the facts about its options. For a list this is done in every row.
 */
export function showBeside(node: FormNode, record: Row, { choices, contexts, only }: Beside): void {
  if (node instanceof ListNode) {
    const { items = [] } = node.field;
    const inner = findChoices(items);
    if (inner.parents.size === 0 && !items.some((item) => item.currency ?? item.items ?? findOptionFacts(item))) return;
    for (const row of only?.parent === node ? [only] : node.rows) {
      const around = { ...record, ...row.toJSON() };
      for (const child of row.children()) showBeside(child, around, { choices: inner, contexts, only });
    }
    return;
  }
  const { field } = node;
  const parents = choices.parents.get(field.name);
  if (parents)
    node.publish({
      waits: parents.awaited.find((parent) => record[parent] === undefined),
      among: JSON.stringify(parents.all.map((parent) => record[parent])),
    });
  if (field.currency) node.publish({ unit: findCurrency(field, record) });
  const facts = findOptionFacts(field);
  if (facts) node.publish({ facts: contexts[facts.context] });
}

/**
 * Publishes which fields are visible and required in the rows of a list and of lists nested in it. `paths` are those of
 * the lists with conditions in their rows.
 */
export function showRowStates(store: FormTree, { field }: ListNode, paths: Iterable<string>): void {
  for (const path of paths) {
    if (getTopName(path, path) !== field.name) continue;
    for (const [at, { hidden, required }] of readRowStates(store.entity, path, store.record(), store.contexts)) {
      for (const node of findRow(store, at)?.children() ?? []) {
        const { name } = node.field;
        const [shown, demanded] = [!hidden.has(name), node.field.required || required.has(name)];
        if (node.view.shown !== shown || node.view.demanded !== demanded) node.publish({ shown, demanded });
      }
    }
  }
}

/** Yields all leaves below these nodes, including those in rows. */
export function* listLeaves(nodes: Iterable<FormNode>): Generator<LeafNode> {
  for (const node of nodes) {
    if (node instanceof LeafNode) yield node;
    else for (const row of node.rows) yield* listLeaves(row.children());
  }
}
