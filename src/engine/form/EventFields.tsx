/** Fields that a transition requires or accepts, rendered with the form's inputs. */
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { CheckError, Entity, Row } from "../model/entity.ts";
import { isMasked } from "../entity/is-masked.ts";
import { FormField } from "./Field.tsx";
import { type FormModel, FormModelProvider, createSpecs } from "../controls/model.tsx";
import { FormStore } from "../form-store/store.ts";
import { useFormEvents } from "./use-form-events.tsx";
import { loadInputs } from "../inputs/registry.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { useLoadedInputs } from "./use-inputs.tsx";
import { useChecks } from "../react/use-checks.tsx";
import { buildEventFields } from "../operation/event-fields.ts";
import "./form.css";

const NONE: readonly string[] = [];

interface EventFieldsProps {
  entity: Entity;
  names: readonly string[];
  /** Names of the optional fields, shown after those in `names`. */
  takes?: readonly string[] | undefined;
  /** The current record, which supplies the initial values of the optional fields. */
  record?: Row | undefined;
  errors: readonly CheckError[];
  /** Whether the fields were submitted and no response has arrived yet, so that they must not change. */
  fixed: boolean;
  children: React.ReactNode;
  /** Called with the dirty state on every change, and with false on unmount. */
  onDirty?: ((dirty: boolean) => void) | undefined;
  onSubmit(input: Row): void;
}
export function EventFields(props: EventFieldsProps) {
  const { entity, names, takes = NONE, fixed, children, onSubmit } = props;
  useChecks(entity);
  const ports = usePorts();
  const wrapper = useRef<HTMLFormElement>(null);
  const store = useEventStore(props);
  const model = useMemo<FormModel>(
    () => ({ store, entity: store.entity, ports, spec: createSpecs(store.entity, ports.lang) }),
    [store, ports],
  );
  const isLoaded = useLoadedInputs(store.entity.fields);
  useFormEvents(wrapper, store);
  useReportedDirty(store, props.onDirty);
  useEventFocus(store, props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fixed) return onSubmit({});
    const { verdict } = store.submit();
    const [first] = store.listFailing();
    if (first) first.control?.focus();
    else if (!store.findBusy()) onSubmit(store.buildOutgoing(verdict.value));
  };
  return (
    <FormModelProvider value={model}>
      <form ref={wrapper} className="pf-form pd-needs" noValidate onSubmit={submit}>
        <div inert={fixed || undefined}>
          {isLoaded && [...names, ...takes].map((name) => <FormField key={name} leaf={store.leaf(name)} />)}
        </div>
        {children}
      </form>
    </FormModelProvider>
  );
}

function useEventStore({ entity, names, takes = NONE, record }: EventFieldsProps): FormStore {
  const ports = usePorts();
  const id = useId().replace(/[^\w-]/g, "");
  const [store] = useState(
    () =>
      new FormStore(buildEventFields(entity, names, ports.t("detail.note"), takes), {
        id: `pd-${id}`,
        lang: ports.lang,
        initial: buildStart(entity, takes, record),
      }),
  );
  return store;
}

function useReportedDirty(store: FormStore, onDirty: EventFieldsProps["onDirty"]): void {
  const report = useRef(onDirty);
  report.current = onDirty;
  useEffect(() => {
    const stop = store.watch(() => report.current?.(store.dirty));
    return () => {
      stop();
      report.current?.(false);
    };
  }, [store]);
}

/** Focuses the first field on mount, and the first invalid one when the server rejects the input. */
function useEventFocus(store: FormStore, { names, takes = NONE, errors }: EventFieldsProps): void {
  useEffect(() => {
    const [first = takes[0]] = names;
    if (first !== undefined) store.leaf(first).control?.focus();
  }, [store, names, takes]);
  useEffect(() => {
    if (errors.length === 0) return;
    store.refuse([...errors]);
    store.listFailing()[0]?.control?.focus();
  }, [errors, store]);
}

/** Loads `EventFields` and the inputs of its fields. */
export const loadWithInputs = (): Promise<{ default: typeof EventFields }> =>
  loadInputs().then(() => ({ default: EventFields }));

/** Returns the current values of the optional fields, except masked ones. */
function buildStart(entity: Entity, takes: readonly string[], record: Row = {}): Row {
  const open = entity.fields.filter((field) => takes.includes(field.name) && !isMasked(field, "detail"));
  return Object.fromEntries(open.flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])));
}
