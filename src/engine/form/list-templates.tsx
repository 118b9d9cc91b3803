/**
 * rjsf templates for lists and their rows, used over the store's nodes in record forms and over rjsf's own data
 * elsewhere.
 */
import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, TranslatableString } from "@rjsf/utils";
import { useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { useForm } from "../controls/model.tsx";
import { buildDefaults } from "../form-store/form-schema.ts";
import { LeafNode, ListNode } from "../form-store/nodes.ts";
import { renderRow, ListFrame } from "./list-frames.tsx";
import { NodeContext } from "./node-context.tsx";

export { default as ArrayField } from "@rjsf/core/lib/components/fields/ArrayField.js";

/** Focuses an element in the next frame, when the changed rows have been rendered. */
const focusLater = (find: () => { focus(): void } | null | undefined): void =>
  void requestAnimationFrame(() => find()?.focus());

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const node = useContext(NodeContext);
  return node instanceof ListNode ? <StoreList {...props} list={node} /> : <PlainList {...props} />;
}

export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const node = useContext(NodeContext);
  return node instanceof ListNode ? <StoreRow {...props} list={node} /> : <PlainRow {...props} />;
}

function StoreList({ list, items, canAdd, onAddClick }: ArrayFieldTemplateProps & { list: ListNode }) {
  const { store, ports, spec } = useForm();
  const view = useSyncExternalStore(list.subscribe, list.getView);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => list.attach({ write: () => undefined, focus: () => box.current?.focus() }), [list]);
  const { label, help } = spec(list.field);
  const addRow = (event: unknown) => {
    const row = list.insert(list.rows.length, buildDefaults(list.field.items ?? []));
    store.adoptRow(row);
    onAddClick(event);
    store.rowsChanged(list);
    focusLater(
      () => [...row.children()].find((node) => node instanceof LeafNode && node.view.shown && !node.locked)?.control,
    );
  };
  return (
    <ListFrame
      id={list.id}
      box={box}
      label={label}
      help={help}
      error={view.error}
      note={view.note}
      required={view.demanded || list.field.required || Number(list.field.schema.minItems ?? 0) > 0}
      add={canAdd ? { text: ports.t("form.addRow", { label }), run: addRow } : undefined}
    >
      {items}
    </ListFrame>
  );
}

function StoreRow({
  list,
  index,
  totalItems,
  children,
  buttonsProps,
}: ArrayFieldItemTemplateProps & { list: ListNode }) {
  const { store, ports, spec } = useForm();
  const row = list.rows[index];
  // For one render, rjsf may still render a row that the store has already removed.
  if (!row) return null;
  /**
   * Changes the store's rows, then rjsf's, and focuses the first element of `then` that exists, because the pressed
   * button may be gone.
   */
  const change = (move: () => void, rjsf: (event?: unknown) => void, then: string[]) => (event: unknown) => {
    move();
    rjsf(event);
    store.rowsChanged(list);
    focusLater(() => then.map((id) => document.getElementById(id)).find(Boolean));
  };
  const label = `${spec(list.field).label} ${index + 1}`;
  const [up, down] = [`${row.id}-up`, `${row.id}-down`];
  const neighbour = list.rows[index + 1] ?? list.rows[index - 1];
  const { onMoveUpItem, onMoveDownItem, onRemoveItem, hasRemove } = buttonsProps;
  return renderRow({
    id: row.id,
    label,
    up:
      index > 0
        ? {
            text: ports.t("form.moveUp", { label }),
            run: change(() => list.move(index, index - 1), onMoveUpItem, [up, down]),
          }
        : undefined,
    down:
      index < totalItems - 1
        ? {
            text: ports.t("form.moveDown", { label }),
            run: change(() => list.move(index, index + 1), onMoveDownItem, [down, up]),
          }
        : undefined,
    remove: hasRemove
      ? {
          text: ports.t("form.removeRow", { label }),
          label: ports.t("form.remove"),
          run: change(() => list.remove(index), onRemoveItem, [
            ...(neighbour ? [`${neighbour.id}-remove`] : []),
            `${list.id}-add`,
          ]),
        }
      : undefined,
    children: <NodeContext value={row}>{children}</NodeContext>,
  });
}

function PlainList(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, required, rawErrors, canAdd, onAddClick, items, registry } = props;
  return (
    <ListFrame
      id={fieldPathId.$id}
      label={title}
      help={schema.description}
      error={rawErrors?.[0]}
      required={required === true}
      add={canAdd ? { text: registry.translateString(TranslatableString.AddItemButton), run: onAddClick } : undefined}
    >
      {items}
    </ListFrame>
  );
}

function PlainRow({ index, children, buttonsProps, parentUiSchema, registry }: ArrayFieldItemTemplateProps) {
  const { fieldPathId, hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const format = registry.translateString;
  const label = `${String(parentUiSchema?.["ui:title"] ?? "")} ${index + 1}`.trim();
  const named = (action: string) => `${action} ${label}`;
  return renderRow({
    id: fieldPathId.$id,
    label,
    up: hasMoveUp ? { text: named(format(TranslatableString.MoveUpButton)), run: onMoveUpItem } : undefined,
    down: hasMoveDown ? { text: named(format(TranslatableString.MoveDownButton)), run: onMoveDownItem } : undefined,
    remove: hasRemove
      ? {
          text: named(format(TranslatableString.RemoveButton)),
          label: format(TranslatableString.RemoveButton),
          run: onRemoveItem,
        }
      : undefined,
    children,
  });
}
