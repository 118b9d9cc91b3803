/**
 * rjsf templates for lists and their rows. rjsf tells which rows there are; their values, labels and errors come from
 * the store's nodes.
 */
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, FieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { useForm } from "../controls/model.tsx";
import { LeafNode, ListNode } from "../form-store/nodes.ts";
import { NodeContext } from "./node-context.tsx";

/** Templates of record forms. Single values are rendered by `Field.tsx`, and objects by `RecordForm.tsx`. */
export const templates = { FieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate };

/** Renders containers without a frame, since their own templates draw one. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

/** Returns the list that rjsf renders. */
function useList(): ListNode {
  const node = useContext(NodeContext);
  if (!(node instanceof ListNode)) throw new Error("a list must be rendered below its node");
  return node;
}

/** Focuses an element in the next frame, when the changed rows have been rendered. */
const focusLater = (find: () => { focus(): void } | null | undefined): void =>
  void requestAnimationFrame(() => find()?.focus());

function ArrayFieldTemplate({ items, canAdd, onAddClick }: ArrayFieldTemplateProps) {
  const list = useList();
  const { store, ports, spec } = useForm();
  const view = useSyncExternalStore(list.subscribe, list.getView);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => list.attach({ write: () => undefined, focus: () => box.current?.focus() }), [list]);
  const { label, help } = spec(list.field);
  const addRow = (event: unknown) => {
    const row = store.addRow(list);
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

interface ListFrameProps {
  id: string;
  box?: RefObject<HTMLFieldSetElement | null>;
  label: string;
  help: string | undefined;
  error: string | undefined;
  /** Notice from the form, shown instead of the help. */
  note?: string | undefined;
  required: boolean;
  add: { text: string; run(event: unknown): void } | undefined;
  /** Rendered next to the add button. */
  more?: ReactNode;
  children: ReactNode;
}
/** Frame of a list: its rows, its message and the add button. */
export function ListFrame({ id, box, label, help, error, note, required, add, more, children }: ListFrameProps) {
  const addButton = add && (
    <button type="button" className="btn" data-small id={`${id}-add`} onClick={add.run}>
      {add.text}
    </button>
  );
  return (
    <fieldset
      ref={box}
      className="pf-list-field"
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-m`}
      data-invalid={error ? "" : undefined}
    >
      <legend data-required={required ? "" : undefined}>{label}</legend>
      {children}
      <p
        id={`${id}-m`}
        className="pf-message"
        data-tone={error ? "error" : note ? "note" : undefined}
        hidden={!error && !note && !help}
      >
        {error ?? note ?? help}
      </p>
      {more ? (
        <div className="pf-list-add">
          {addButton}
          {more}
        </div>
      ) : (
        addButton
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({ index, totalItems, children, buttonsProps }: ArrayFieldItemTemplateProps) {
  const list = useList();
  const { store, ports, spec } = useForm();
  const row = list.rows[index];
  // For one render, rjsf may still render a row that the store has already removed.
  if (!row) return null;
  const { onMoveUpItem, onMoveDownItem, onRemoveItem, hasRemove } = buttonsProps;
  const label = `${spec(list.field).label} ${index + 1}`;
  const [up, down] = [`${row.id}-up`, `${row.id}-down`];
  const neighbour = list.rows[index + 1] ?? list.rows[index - 1];
  /**
   * Returns a handler that changes the store's rows, then rjsf's, and focuses the first element of `then` that exists,
   * because the pressed button may be gone.
   */
  const change = (inStore: () => void, inRjsf: (event?: unknown) => void, then: string[]) => (event: unknown) => {
    inStore();
    inRjsf(event);
    store.rowsChanged(list);
    focusLater(() => then.map((id) => document.getElementById(id)).find(Boolean));
  };
  const moveUp = change(() => list.move(index, index - 1), onMoveUpItem, [up, down]);
  const moveDown = change(() => list.move(index, index + 1), onMoveDownItem, [down, up]);
  const remove = change(() => list.remove(index), onRemoveItem, [
    ...(neighbour ? [`${neighbour.id}-remove`] : []),
    `${list.id}-add`,
  ]);
  return (
    <fieldset className="pf-item">
      <legend className="sr-only">{label}</legend>
      <div className="pf-item-bar">
        <span aria-hidden>{label}</span>
        {index > 0 && renderButton(up, ports.t("form.moveUp", { label }), <Arrow up />, moveUp)}
        {index < totalItems - 1 && renderButton(down, ports.t("form.moveDown", { label }), <Arrow />, moveDown)}
        {hasRemove &&
          renderButton(`${row.id}-remove`, ports.t("form.removeRow", { label }), ports.t("form.remove"), remove)}
      </div>
      <NodeContext value={row}>{children}</NodeContext>
    </fieldset>
  );
}

/** Renders a button of a row, called within the row's render to save a component per button. */
const renderButton = (id: string, name: string, content: ReactNode, onClick: (event: unknown) => void) => (
  <button type="button" id={id} className="btn" data-quiet data-small aria-label={name} onClick={onClick}>
    {content}
  </button>
);

function Arrow({ up = false }: { up?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d={up ? "M10 16V4M5 9l5-5 5 5" : "M10 4v12M5 11l5 5 5-5"} />
    </svg>
  );
}
