/** Assigns validation errors to the nodes that they point at. */
import { getTextName } from "../entity/labels.ts";
import type { CheckError } from "../model/entity.ts";
import { splitFieldPointer } from "../entity/objects.ts";
import { type FormNode, LeafNode, ListNode, type ObjectNode } from "./nodes.ts";
import type { FormTree } from "./tree.ts";

/**
 * Returns the field or list at a JSON pointer, in which rows are given by index. If the pointer leads to a row or below
 * a leaf, returns the nearest field or list above, and for a nested object the first of its fields. Undefined when the
 * pointer matches no field.
 */
export function findNode(store: FormTree, pointer: string): FormNode | undefined {
  const path = splitFieldPointer(store.entity, pointer);
  const [name = ""] = path;
  const inner = store.entity.objects?.includes(name)
    ? store.entity.fields.find((field) => field.name.startsWith(`${name}.`))
    : undefined;
  return findNodeBelow(store.root, inner ? [inner.name] : path);
}

/** Returns the list row at a JSON pointer, or undefined when there is none. */
export function findRow(store: FormTree, pointer: string): ObjectNode | undefined {
  const path = splitFieldPointer(store.entity, pointer);
  const list = findNodeBelow(store.root, path.slice(0, -1));
  return list instanceof ListNode ? list.rows[Number(path.at(-1))] : undefined;
}

function findNodeBelow(from: ObjectNode, path: readonly string[]): FormNode | undefined {
  let object = from;
  let found: FormNode | undefined;
  for (let index = 0; index < path.length; index += 1) {
    const node = object.child(path[index] ?? "");
    if (!node) return found;
    found = node;
    if (node instanceof LeafNode) return node;
    const row = node.rows[Number(path[index + 1])];
    if (!row) return node;
    object = row;
    index += 1;
  }
  return found;
}

/** Returns whether a node shows errors of a validation: if it is validated live, or a list that already shows one. */
export const showsErrors = (node: FormNode): boolean =>
  node.live || (node instanceof ListNode && node.view.error !== undefined);

/**
 * Publishes the first error of each node that is validated live, and clears errors that no longer occur, except those
 * that the server or `enter` set at a field. With `fromServer`, publishes errors at any visible node and clears no
 * errors. `only` limits this to the given top-level fields. Returns the errors that belong to no visible node.
 */
export function placeErrors(
  store: FormTree,
  errors: readonly CheckError[],
  fromServer = false,
  only?: ReadonlySet<string>,
): CheckError[] {
  const texts = new Map<FormNode, string>();
  const loose: CheckError[] = [];
  for (const error of errors) {
    const node = findNode(store, error.at);
    if (!node?.view.shown) {
      loose.push(error);
      continue;
    }
    if (!texts.has(node)) texts.set(node, formatError(store, node, error));
  }
  const settle = (node: FormNode) => {
    const error = texts.get(node);
    if (node instanceof LeafNode) {
      if (error === undefined && node.refused) return;
      if (fromServer) {
        if (error === undefined) return;
        node.refused = true;
        node.live = true;
      }
    } else if (fromServer && error === undefined) return;
    node.publish({ error: fromServer || showsErrors(node) ? error : undefined });
  };
  const walk = (nodes: Iterable<FormNode>) => {
    for (const node of nodes) {
      settle(node);
      if (node instanceof ListNode) for (const row of node.rows) walk(row.children());
    }
  };
  // Only the affected fields are visited, since a key press changes few of them.
  walk(only ? [...only].flatMap((name) => store.root.child(name) ?? []) : store.root.children());
  return loose;
}

/**
 * Returns the message of an error. A missing reference gets the field's `choose` message, if the field has one, unless
 * no record can be chosen.
 */
function formatError({ entity, lang }: FormTree, node: FormNode, { code, message }: CheckError): string {
  const needsInput =
    code === "required" && node instanceof LeafNode && node.field.messages.includes("choose") && node.none !== true;
  return needsInput ? entity.text(`field.${getTextName(node.field)}.message.choose`, lang) : message;
}
