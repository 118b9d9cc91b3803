/** List of rows: rjsf manages the rows and their buttons, the store holds values and errors. */
import Form, { type FormProps } from "@rjsf/core";
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, FieldTemplateProps } from "@rjsf/utils";
import {
  type ComponentType,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { engineValidator } from "./engine-validator.tsx";
import { defaultsOf, listSchema } from "../form-store/form-schema.ts";
import { useForm } from "../controls/model.tsx";
import { LeafNode, type ListNode, type ObjectNode } from "../form-store/nodes.ts";

/** Component that draws the fields of one row. */
export type RowComponent = ComponentType<{ node: ObjectNode; names: readonly string[] }>;

const ListContext = createContext<{ list: ListNode; row: RowComponent } | undefined>(undefined);
const RowContext = createContext<ObjectNode | undefined>(undefined);

/** Keeps rjsf from adding defaults: an empty field stays empty. */
const INVENT_NOTHING = {
  constAsDefaults: "never",
  requiredBooleanDefault: "skip",
  arrayMinItems: { populate: "never" },
  emptyObjectFields: "skipEmptyDefaults",
} as const;

export function ListField({ list, row }: { list: ListNode; row: RowComponent }) {
  const { store, entity } = useForm();
  // A skeleton: rows without values, which live in the store.
  const [rows] = useState(() => list.rows.map(() => ({})));
  const schema = useMemo(() => listSchema(list.field), [list]);
  const validator = useMemo(() => engineValidator(entity, store, list.field.at), [entity, store, list]);
  const context = useMemo(() => ({ list, row }), [list, row]);
  return (
    <ListContext value={context}>
      <Form
        tagName="div"
        schema={schema}
        uiSchema={NO_HINTS}
        initialFormData={rows}
        validator={validator}
        fields={theme.fields}
        templates={theme.templates}
        idPrefix={list.id}
        idSeparator="."
        noValidate
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={INVENT_NOTHING}
      >
        <></>
      </Form>
    </ListContext>
  );
}
const NO_HINTS = {};

function useList(): { list: ListNode; row: RowComponent } {
  const context = useContext(ListContext);
  if (!context) throw new Error("rows must be rendered inside <ListField>");
  return context;
}

/** Renders a row's fields from the store. */
function RowFields() {
  const { row: RowFieldsOf } = useList();
  const row = useContext(RowContext);
  return row && <RowFieldsOf node={row} names={[...row.children()].map((node) => node.field.name)} />;
}

/** Focuses after the rows have moved on the screen. */
const soon = (focus: () => void): void => void requestAnimationFrame(focus);

function ListTemplate(props: ArrayFieldTemplateProps) {
  const { store, ports, spec } = useForm();
  const { list } = useList();
  const view = useSyncExternalStore(list.subscribe, list.getView);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => list.attach({ write: () => undefined, focus: () => box.current?.focus() }), [list]);
  const words = spec(list.field);
  return (
    <fieldset
      ref={box}
      className="pf-list-field"
      id={list.id}
      tabIndex={-1}
      aria-describedby={`${list.id}-m`}
      data-invalid={view.error ? "" : undefined}
    >
      <legend
        data-required={
          view.demanded || list.field.required || Number(list.field.schema.minItems ?? 0) > 0 ? "" : undefined
        }
      >
        {words.label}
      </legend>
      {props.items}
      <p
        id={`${list.id}-m`}
        className="pf-message"
        data-tone={view.error ? "error" : undefined}
        hidden={!view.error && !words.help}
      >
        {view.error ?? words.help}
      </p>
      {props.canAdd && (
        <button
          type="button"
          className="btn"
          data-small
          id={`${list.id}-add`}
          onClick={(event) => {
            const row = list.insert(list.rows.length, defaultsOf(list.field.items ?? []));
            store.adoptRow(row);
            props.onAddClick(event);
            store.rowsChanged(list);
            soon(() =>
              [...row.children()]
                .find((node) => node instanceof LeafNode && node.view.shown && !node.locked)
                ?.control?.focus(),
            );
          }}
        >
          {ports.word("form.addRow", { label: words.label })}
        </button>
      )}
    </fieldset>
  );
}

function RowTemplate({ index, totalItems, children, buttonsProps }: ArrayFieldItemTemplateProps) {
  const { store, ports, spec } = useForm();
  const { list } = useList();
  const row = list.rows[index];
  if (!row) return null;
  const change = (move: () => void, rjsf: (event?: unknown) => void, then: string[]) => (event: unknown) => {
    move();
    rjsf(event);
    store.rowsChanged(list);
    // The pressed button may have been removed; move the focus to the next candidate.
    soon(() =>
      then
        .map((id) => document.getElementById(id))
        .find(Boolean)
        ?.focus(),
    );
  };
  const name = `${spec(list.field).label} ${index + 1}`;
  const [up, down] = [`${row.id}-up`, `${row.id}-down`];
  const neighbour = list.rows[index + 1] ?? list.rows[index - 1];
  return (
    <fieldset className="pf-item">
      <legend className="sr-only">{name}</legend>
      <div className="pf-item-bar">
        <span aria-hidden>{name}</span>
        {index > 0 && (
          <button
            type="button"
            id={up}
            className="btn"
            data-quiet
            data-small
            aria-label={ports.word("form.moveUp", { label: name })}
            onClick={change(() => list.move(index, index - 1), buttonsProps.onMoveUpItem, [up, down])}
          >
            <Arrow up />
          </button>
        )}
        {index < totalItems - 1 && (
          <button
            type="button"
            id={down}
            className="btn"
            data-quiet
            data-small
            aria-label={ports.word("form.moveDown", { label: name })}
            onClick={change(() => list.move(index, index + 1), buttonsProps.onMoveDownItem, [down, up])}
          >
            <Arrow />
          </button>
        )}
        {buttonsProps.hasRemove && (
          <button
            type="button"
            id={`${row.id}-remove`}
            className="btn"
            data-quiet
            data-small
            aria-label={ports.word("form.removeRow", { label: name })}
            onClick={change(() => list.remove(index), buttonsProps.onRemoveItem, [
              ...(neighbour ? [`${neighbour.id}-remove`] : []),
              `${list.id}-add`,
            ])}
          >
            {ports.word("form.remove")}
          </button>
        )}
      </div>
      <RowContext value={row}>{children}</RowContext>
    </fieldset>
  );
}

function Arrow({ up = false }: { up?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d={up ? "M10 16V4M5 9l5-5 5 5" : "M10 4v12M5 11l5 5 5-5"} />
    </svg>
  );
}

const Bare = ({ children }: FieldTemplateProps) => children;

/**
 * Fields and templates for rjsf's registry. The rest of its defaults is excluded from the bundle
 * (`tools/vite-rjsf.ts`).
 */
const theme = {
  fields: { ObjectField: RowFields },
  templates: { FieldTemplate: Bare, ArrayFieldTemplate: ListTemplate, ArrayFieldItemTemplate: RowTemplate },
} satisfies Pick<FormProps, "fields" | "templates">;
