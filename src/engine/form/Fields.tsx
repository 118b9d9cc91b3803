/** Rows of fields of the record or of a list row. */
import { type ComponentType, createContext, useContext } from "react";
import { LeafNode, type ListNode, type ObjectNode } from "../form-store/nodes.ts";
import { FormField } from "./Field.tsx";

/** Renders a list through rjsf. Undefined in a flat form, which has no lists. */
export const ListContext = createContext<ComponentType<{ list: ListNode }> | undefined>(undefined);

/** Renders these fields of an object side by side: single values from their nodes, lists through rjsf. */
export function Fields({ node, names }: { node: ObjectNode; names: readonly string[] }) {
  const List = useContext(ListContext);
  const cells = names.map((name) => {
    const child = node.child(name);
    if (child instanceof LeafNode) return <FormField key={name} leaf={child} />;
    return child && List && <List key={name} list={child} />;
  });
  // A single field needs no wrapper, which saves the browser a layout box.
  if (names.length === 1 && !node.parent) return cells;
  return (
    <div className="pf-row" data-cells={names.length}>
      {cells}
    </div>
  );
}
