/** Assigns validation errors to the nodes that they point at. */
import { getTextName } from "../entity/labels.ts";
import type { CheckError } from "../model/entity.ts";
import { splitPlace } from "../entity/objects.ts";
import { type FormNode, LeafNode, ListNode, type ObjectNode } from "./nodes.ts";
import type { FormTree } from "./tree.ts";

/**
 * Returns the node at a JSON pointer, with rows by index, or the nearest ancestor when the pointer leads below a leaf.
 * Undefined when there is none.
 */
export const findNode = (store: FormTree, pointer: string): FormNode | undefined =>
  findNodeBelow(store.root, splitPlace(store.entity, pointer));

/** Returns the row at a JSON pointer, or undefined when there is none. */
export function findRow(store: FormTree, pointer: string): ObjectNode | undefined {
  const path = splitPlace(store.entity, pointer);
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

/**
 * Publishes the first error of each node and clears the others, except server errors of unchanged fields. `only` limits
 * this to the given top-level fields. Returns the errors without a visible field.
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
    node.publish({
      error: node.live || fromServer || (node instanceof ListNode && node.view.error !== undefined) ? error : undefined,
    });
  };
  const walk = (nodes: Iterable<FormNode>) => {
    for (const node of nodes) {
      settle(node);
      if (node instanceof ListNode) for (const row of node.rows) walk(row.children());
    }
  };
  // A key press affects few fields, so only those are visited.
  walk(only ? [...only].flatMap((name) => store.root.child(name) ?? []) : store.root.children());
  return loose;
}

/** Formats an error. A missing reference gets the "choose" message, unless there is no record to choose. */
function formatError({ entity, lang }: FormTree, node: FormNode, { code, message }: CheckError): string {
  const asks =
    code === "required" && node instanceof LeafNode && node.field.messages.includes("choose") && node.none !== true;
  return asks ? entity.text(`field.${getTextName(node.field)}.message.choose`, lang) : message;
}
