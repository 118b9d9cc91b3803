/**
 * Root of a form that uses rjsf. rjsf resolves the schema and manages the rows of lists, over data that consists of
 * empty containers. The store holds every value and error, and our templates render every element.
 * @see docs/decisions/forms.md#rjsf-is-the-root-of-every-record-form-with-rows
 */
import Form from "@rjsf/core";
import { type FieldProps, toFieldPathId } from "@rjsf/utils";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { useForm } from "../controls/model.tsx";
import { buildFormSchema, buildSkeleton } from "../form-store/form-schema.ts";
import { type ListNode, ObjectNode } from "../form-store/nodes.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { createEngineValidator } from "./engine-validator.tsx";
import { useAnyShown } from "./Cards.tsx";
import { FieldRows, Fields, ListContext, NestedContext, type NestedProps } from "./Fields.tsx";
import { NodeContext } from "./node-context.tsx";
import { templates } from "./list-templates.tsx";

/** Stops rjsf from adding defaults, so that empty fields stay empty. */
const INVENT_NOTHING = {
  constAsDefaults: "never",
  requiredBooleanDefault: "skip",
  arrayMinItems: { populate: "never" },
  emptyObjectFields: "skipEmptyDefaults",
} as const;
const NO_HINTS = {};
/** Data that rjsf gets for a nested object, whose values the store holds. */
const NO_VALUES = {};
/** Replaces rjsf's submit button, because the form's footer has its own. */
const NO_BUTTON = <></>;
const FIELDS = { ObjectField };

const LayoutContext = createContext<ReactNode>(undefined);
/** The nested object that is being rendered. Undefined for the record itself. */
const FrameContext = createContext<NestedProps | undefined>(undefined);
const FieldContext = createContext<FieldProps | undefined>(undefined);

/** Wraps a form's layout in rjsf. `children` is the layout, rendered by the root field. */
export function RecordForm({ children }: { children: ReactNode }) {
  const { store, entity } = useForm();
  const form = useMemo(() => {
    const schema = buildFormSchema(entity);
    return (
      <Form
        tagName={Unwrapped}
        schema={schema}
        uiSchema={NO_HINTS}
        initialFormData={buildSkeleton(store.root)}
        validator={createEngineValidator(entity, store, schema)}
        fields={FIELDS}
        templates={templates}
        idPrefix={store.root.id}
        idSeparator="."
        noValidate
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={INVENT_NOTHING}
      >
        {NO_BUTTON}
      </Form>
    );
  }, [entity, store]);
  return (
    <NodeContext value={store.root}>
      <ListContext value={List}>
        <NestedContext value={Nested}>
          <LayoutContext value={children}>{form}</LayoutContext>
        </NestedContext>
      </ListContext>
    </NodeContext>
  );
}

/** Replaces rjsf's `<form>` element, because each section is a separate `<form>`. */
const Unwrapped = ({ children }: { children: ReactNode }) => children;

/**
 * Replaces rjsf's field for objects. Renders the form's layout for the record, the frame for a nested object, and all
 * fields for a list row.
 */
function ObjectField(props: FieldProps) {
  const node = useContext(NodeContext);
  const layout = useContext(LayoutContext);
  const nested = useContext(FrameContext);
  if (!(node instanceof ObjectNode)) throw new Error("an object of a record form must be drawn below its node");
  const own = nested ? <ObjectFrame {...nested} /> : layout;
  return (
    <FieldContext value={props}>
      {node.parent ? <Fields node={node} names={[...node.children()].map(({ field }) => field.name)} /> : own}
    </FieldContext>
  );
}

/** Passes a nested object to rjsf, which resolves its schema and renders it with `ObjectField`. */
function Nested(props: NestedProps) {
  const { name } = props;
  return (
    <FrameContext value={props}>
      <Container name={name.slice(name.lastIndexOf(".") + 1)} data={NO_VALUES} />
    </FrameContext>
  );
}

/** Titled frame around fields of a nested object. Renders nothing while none of them is visible. */
function ObjectFrame({ name, rows }: NestedProps) {
  const { entity, ports, store } = useForm();
  const isShown = useAnyShown(rows.flat());
  const title = `${store.root.id}.${name}-t`;
  if (!isShown) return null;
  return (
    <fieldset className="pf-object" aria-labelledby={title}>
      <legend id={title}>{entity.label(name, ports.lang)}</legend>
      <FieldRows rows={rows} within={name} />
    </fieldset>
  );
}

/** Loaded with the first form that has a grid. */
const Grid = createLazyPart(
  () => import("./grid/Grid.tsx").then((module) => module.Grid),
  () => null,
);

/**
 * Renders a list of the enclosing object as a grid or as cards. A list in a list row is never a grid. Remounted when
 * the rows are replaced from outside.
 */
function List({ list }: { list: ListNode }) {
  const { form } = useForm().entity;
  const { shown, rows } = useSyncExternalStore(list.subscribe, list.getView);
  if (!shown) return null;
  if (!form.grids?.[list.field.name] || list.parent.parent) return <DrivenList key={rows} list={list} />;
  return (
    <Grid key={rows} list={list}>
      <DrivenList list={list} />
    </Grid>
  );
}

/**
 * Passes a list to rjsf: `SchemaField` resolves its schema, `ArrayField` manages its rows, and our templates render them.
 */
function DrivenList({ list }: { list: ListNode }) {
  const { name } = list.field;
  const { formData, onChange, path } = useMember(name);
  const held: unknown = formData?.[name];
  // After rows were replaced from outside, rjsf still holds the previous rows, so its data is built again.
  const rows = Array.isArray(held) && held.length === list.rows.length ? held : list.rows.map(buildSkeleton);
  useEffect(() => {
    if (rows !== held) onChange(rows, path.path);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: from then on rjsf changes the rows itself
  }, []);
  return (
    <NodeContext value={list}>
      <Container name={name} data={rows} />
    </NodeContext>
  );
}

/**
 * Passes a member of the enclosing object to rjsf with its data. Renders nothing when the schema has no such member.
 */
function Container({ name, data }: { name: string; data: unknown }) {
  const { registry, schema, onChange, onBlur, onFocus, path } = useMember(name);
  const own = schema.properties?.[name];
  const { SchemaField } = registry.fields;
  if (typeof own !== "object" || !SchemaField) return null;
  return (
    <SchemaField
      name={name}
      schema={own}
      uiSchema={NO_HINTS}
      formData={data}
      fieldPathId={path}
      registry={registry}
      onChange={onChange}
      onBlur={onBlur}
      onFocus={onFocus}
    />
  );
}

/** Returns the props of the enclosing object's field, and the path of one of its members. */
function useMember(name: string) {
  const parent = useContext(FieldContext);
  if (!parent) throw new Error("a member must be rendered below the field of its object");
  const { registry, fieldPathId } = parent;
  const path = useMemo(
    () => toFieldPathId(name, registry.globalFormOptions, fieldPathId),
    [name, registry.globalFormOptions, fieldPathId],
  );
  return { ...parent, path };
}
