/** Rows of fields of the record or of a list row. */
import { type ComponentType, createContext, useContext } from "react";
import { createPortal } from "react-dom";
import { useForm } from "../controls/model.tsx";
import { type FormRows, splitRows } from "../form-store/form-schema.ts";
import { LeafNode, type ListNode, type ObjectNode } from "../form-store/nodes.ts";
import { FormField } from "./Field.tsx";

/** Component that renders a list through rjsf. Undefined in a flat form, which has no lists. */
export const ListContext = createContext<ComponentType<{ list: ListNode }> | undefined>(undefined);

/** Component that renders a nested object through rjsf. Undefined in a flat form, which has no objects. */
export const NestedContext = createContext<ComponentType<NestedProps> | undefined>(undefined);
/** A field that is rendered elsewhere on the page: its name, and the element that it is rendered into. */
export interface PlacedField {
  name: string;
  /** Null while the element does not exist. The field is then rendered in its place in the form. */
  element: HTMLElement | null;
}
export const PlacedContext = createContext<PlacedField | undefined>(undefined);

/** The path of a nested object, and consecutive rows of its fields. */
export interface NestedProps {
  name: string;
  rows: FormRows;
}

/**
 * Renders rows of the record's fields. Consecutive rows of a nested object are framed together. `within` is the object
 * whose frame contains these rows.
 */
export function FieldRows({ rows, within }: { rows: FormRows; within?: string }) {
  const { store, entity } = useForm();
  const Nested = useContext(NestedContext);
  if (!entity.objects || !Nested) return rows.map((row) => <Fields key={row.join()} node={store.root} names={row} />);
  return splitRows(rows, within).map(({ object, rows: own }) =>
    object === undefined ? (
      own.map((row) => <Fields key={row.join()} node={store.root} names={row} />)
    ) : (
      <Nested key={own.join()} name={object} rows={own} />
    ),
  );
}

/** Renders these fields of an object side by side: single values from their nodes, lists through rjsf. */
export function Fields({ node, names }: { node: ObjectNode; names: readonly string[] }) {
  const List = useContext(ListContext);
  const placed = useContext(PlacedContext);
  const cells = names.map((name) => {
    const child = node.child(name);
    if (!(child instanceof LeafNode)) return child && List && <List key={name} list={child} />;
    const field = <FormField key={name} leaf={child} />;
    return placed?.element && placed.name === name ? createPortal(field, placed.element, name) : field;
  });
  // A single field of the record needs no wrapper, which saves the browser a layout box.
  if (names.length === 1 && !node.parent) return cells;
  return (
    <div className="pf-row" data-cells={names.length}>
      {cells}
    </div>
  );
}
