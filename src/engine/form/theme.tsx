/** Our theme on @rjsf/core: rjsf walks schema and rows, these components draw, the store holds values and errors. */
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldProps,
  type FieldTemplateProps,
  toFieldPathId,
} from "@rjsf/utils";
import type { FormProps } from "@rjsf/core";
import { type ComponentType, createContext, useContext, useSyncExternalStore } from "react";
import { FormField } from "./Field.tsx";
import type { FormPlan } from "../entity/entity.ts";
import { useForm } from "./model.tsx";
import { LeafNode, ListNode, type ObjectNode } from "./nodes.ts";

const RowContext = createContext<ObjectNode | undefined>(undefined);

/** The root draws the sections, each its own form; a row of a list draws its fields. */
function OwnObjectField(props: FieldProps) {
  const { store } = useForm();
  const row = useContext(RowContext);
  if (row) return <Fields node={row} names={[...row.children()].map((node) => node.field.name)} props={props} />;
  const sections = (props.uiSchema?.["ui:options"]?.sections ?? []) as FormPlan["sections"];
  return sections.map((section, index) => <Section key={section.id} section={section} root={store.root} props={props} alone={sections.length === 1} first={index === 0} />);
}

/** One `<form>` a card: the browser's autofill looks through a whole form at every key. Submitting is the wrapper's matter. */
function Section({ section, root, props, alone, first }: { section: FormPlan["sections"][number]; root: ObjectNode; props: FieldProps; alone: boolean; first: boolean }) {
  const { entity, ports, store } = useForm();
  const label = entity.text(`section.${section.id}`, ports.lang);
  const named = label !== `section.${section.id}` && label !== "";
  const id = `${store.root.id}-s-${section.id}`;
  return (
    <form className="pf-card" noValidate aria-labelledby={named ? id : undefined} aria-label={named ? undefined : entity.text("label", ports.lang)} data-first={first || undefined} onSubmit={(event) => event.preventDefault()}>
      {named && !(alone && entity.source === "call") && (
        <h2 id={id} className="pf-title">
          {label}
        </h2>
      )}
      {section.rows.map((names) => (
        <Fields key={names.join()} node={root} names={names} props={props} />
      ))}
    </form>
  );
}

function Fields({ node, names, props }: { node: ObjectNode; names: readonly string[]; props: FieldProps }) {
  const SchemaField = props.registry.fields.SchemaField as ComponentType<FieldProps>;
  return (
    <div className="pf-row" data-cells={names.length}>
      {names.map((name) => {
        const child = node.child(name);
        if (child instanceof LeafNode) return <FormField key={name} leaf={child} />;
        if (!child) return null;
        const schema = (props.schema.properties ?? {})[name];
        return (
          <SchemaField
            key={name}
            {...props}
            name={name}
            schema={schema as FieldProps["schema"]}
            uiSchema={props.uiSchema?.[name]}
            errorSchema={undefined}
            fieldPathId={toFieldPathId(name, props.registry.globalFormOptions, props.fieldPathId.path)}
            formData={(props.formData as Record<string, unknown> | undefined)?.[name]}
          />
        );
      })}
    </div>
  );
}

/** The list node that an array template stands for. */
function useList(path: readonly (string | number)[]): ListNode {
  const { store } = useForm();
  const row = useContext(RowContext);
  const list = (row ?? store.root).child(String(path.at(-1)));
  if (!(list instanceof ListNode)) throw new Error(`${path.join("/")} is no list`);
  return list;
}

function ListTemplate(props: ArrayFieldTemplateProps) {
  const { store, ports, spec } = useForm();
  const list = useList(props.fieldPathId.path);
  const view = useSyncExternalStore(list.subscribe, list.getView);
  if (!view.shown) return null;
  const words = spec(list.field);
  return (
    <fieldset className="pf-list-field" id={list.id} tabIndex={-1} aria-describedby={`${list.id}-m`} data-invalid={view.error ? "" : undefined}>
      <legend>{words.label}</legend>
      {props.items}
      <p id={`${list.id}-m`} className="pf-message" data-tone={view.error ? "error" : undefined}>
        {view.error ?? words.help}
      </p>
      {props.canAdd && (
        <button
          type="button"
          className="btn"
          data-small
          onClick={(event) => {
            store.adoptRow(list.insert(list.rows.length));
            props.onAddClick(event);
            store.rowsChanged(list);
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
  const list = useList(buttonsProps.fieldPathId.path.slice(0, -1));
  const row = list.rows[index];
  if (!row) return null;
  const change = (move: () => void, rjsf: (event: never) => void) => (event: unknown) => {
    move();
    rjsf(event as never);
    store.rowsChanged(list);
  };
  const name = `${spec(list.field).label} ${index + 1}`;
  return (
    <fieldset className="pf-item">
      <legend className="sr-only">{name}</legend>
      <div className="pf-item-bar">
        <span aria-hidden>{name}</span>
        {index > 0 && (
          <button type="button" className="btn" data-quiet data-small aria-label={ports.word("form.moveUp", { label: name })} onClick={change(() => list.move(index, index - 1), buttonsProps.onMoveUpItem)}>
            ↑
          </button>
        )}
        {index < totalItems - 1 && (
          <button type="button" className="btn" data-quiet data-small aria-label={ports.word("form.moveDown", { label: name })} onClick={change(() => list.move(index, index + 1), buttonsProps.onMoveDownItem)}>
            ↓
          </button>
        )}
        {buttonsProps.hasRemove && (
          <button type="button" className="btn" data-quiet data-small aria-label={ports.word("form.removeRow", { label: name })} onClick={change(() => list.remove(index), buttonsProps.onRemoveItem)}>
            {ports.word("form.remove")}
          </button>
        )}
      </div>
      <RowContext value={row}>{children}</RowContext>
    </fieldset>
  );
}

const Bare = ({ children }: FieldTemplateProps) => children;

/** Fields and templates for rjsf's registry; everything else of its stock is left out of the bundle (`tools/vite-rjsf.ts`). */
export const theme = {
  fields: { ObjectField: OwnObjectField },
  templates: { FieldTemplate: Bare, ArrayFieldTemplate: ListTemplate, ArrayFieldItemTemplate: RowTemplate },
} satisfies Pick<FormProps, "fields" | "templates">;
