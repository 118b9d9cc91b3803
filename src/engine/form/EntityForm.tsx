/** Form of an entity or of a call's request, from loading its schema to handling the response. */
import type { CallFormProps, EntityFormProps, FormGateProps } from "./form-props.tsx";
import { isObject } from "../base/guards.ts";
import { findFailedPrecondition } from "../entity/conditions.ts";
import { buildDefaults, listFormFields } from "../form-store/form-schema.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { useLoaded } from "../data/use-loaded.tsx";
import { loadContexts, listFactSources } from "../entity/facts-loading.ts";
import { useEffect, useId, useMemo, useState } from "react";
import type { Field, Row } from "../model/entity.ts";
import { type FormModel, FormModelProvider, createSpecs } from "../controls/model.tsx";
import { isAided } from "./aided.ts";
import { Corrected, listRemarks } from "./Corrections.tsx";
import { OpenForm } from "./OpenForm.tsx";
import { Stepped } from "./steps.tsx";
import { createDescriptions } from "../form-store/descriptions.ts";
import { FormStore } from "../form-store/store.ts";
import { createSingleStep, type Stepping } from "./stepping.ts";
import { describeNothingOpen } from "./facts.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { useInputs } from "./use-inputs.tsx";
import { Waiting } from "./Waiting.tsx";
import "./form.css";

export { loadInputs } from "../inputs/registry.tsx";

export function EntityForm({ entity, call, record, onDone, ...extras }: EntityFormProps) {
  const name = call ?? (record ? "update" : "create");
  const plan = entity.calls[name];
  if (!plan) throw new Error(`${entity.name} has no call ${name}`);
  return (
    <FormGate
      {...extras}
      entity={entity}
      call={plan}
      record={record}
      onDone={(map, sent) => onDone(isObject(map["record"]) ? map["record"] : sent, map)}
    />
  );
}

/** Form of a call's request, such as signing in, changing a password or asking a question. */
export function CallForm({ call, onDone, ...extras }: CallFormProps) {
  return <FormGate {...extras} entity={call.request} call={call.call} onDone={onDone} />;
}

const NO_FACTS: Scope = {};

/** Loads the facts that a form's rules read and checks its preconditions before the form opens. */
function FormGate(props: FormGateProps) {
  const { entity, record, preset } = props;
  const ports = usePorts();
  // Loaded only once; `useFacts` handles later changes of the record.
  const contexts = useLoaded(
    () => loadContexts(entity, ports, { ...record, ...preset }),
    entity.name,
    Object.keys(entity.contexts).length === 0 ? NO_FACTS : undefined,
  );
  const there = useInputs(entity);
  // Without preconditions the form opens before the facts are loaded. Rules that read unloaded facts pass.
  if (!there)
    return (
      <Waiting entity={entity}>
        {listFormFields(entity).map((name) => (
          <div key={name} className="pf-bone" aria-hidden />
        ))}
      </Waiting>
    );
  if (!contexts && entity.gates.length > 0)
    return <FormSkeleton entity={entity} record={{ ...(record ?? buildDefaults(entity.fields)), ...preset }} />;
  const closed = contexts && findFailedPrecondition(entity, contexts);
  if (closed)
    return (
      <Closed
        text={ports.failure?.(closed.message) ?? ports.t(`failure.${closed.message}`)}
        goto={closed.goto}
        onCancel={props.onCancel}
      />
    );
  const none = contexts && !record && describeNothingOpen(entity, contexts, ports);
  if (none) return <Closed text={none} onCancel={props.onCancel} />;
  return <FormBody {...props} contexts={contexts} />;
}

function Closed({
  text,
  goto,
  onCancel,
}: {
  text: string;
  goto?: string | undefined;
  onCancel: (() => void) | undefined;
}) {
  const ports = usePorts();
  return (
    <div className="pf-form">
      <div className="pf-card pf-gate">
        <output>{text}</output>
        <div className="pf-buttons">
          {goto && (
            <Link className="btn" data-main href={goto}>
              {ports.t("form.goOn")}
            </Link>
          )}
          {onCancel && (
            <button type="button" className="btn" onClick={onCancel}>
              {ports.t("form.back")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

type FormBodyProps = FormGateProps & { contexts: Scope | undefined };

/** An open form: its store and its steps. */
function FormBody(props: FormBodyProps) {
  const { entity, Adder } = props;
  const ports = usePorts();
  // Keep the record as opened, because the version of a refetched record does not match the values in the form.
  const [record] = useState(props.record);
  const store = useFormStore(props, record);
  const model = useMemo<FormModel>(
    () => ({ store, entity, ports, spec: createSpecs(entity, ports.lang), ...(Adder && { Adder }) }),
    [store, entity, ports, Adder],
  );
  const single = useMemo(() => createSingleStep(entity), [entity]);
  const remarks = useMemo(() => listRemarks(entity, record), [entity, record]);
  const open = (stepping: Stepping) => <OpenForm {...props} record={record} stepping={stepping} />;
  return (
    <FormModelProvider value={model}>
      {remarks.length > 0 ? (
        <Corrected remarks={remarks}>{open}</Corrected>
      ) : entity.form.steps ? (
        <Stepped>{open}</Stepped>
      ) : (
        open(single)
      )}
    </FormModelProvider>
  );
}

/** Creates the store with the record's values, and adds facts that arrive later. */
function useFormStore({ entity, preset, contexts, secrets }: FormBodyProps, record: Row | undefined): FormStore {
  const ports = usePorts();
  const id = useId().replace(/[^\w-]/g, "");
  const [store] = useState(
    () =>
      new FormStore(entity, {
        id: `pf-${id}`,
        lang: ports.lang,
        // Defaults apply only to new records, since an empty field in a stored record is intentional.
        initial: { ...(record ?? buildDefaults(entity.fields)), ...preset },
        changes: record !== undefined,
        secrets,
        contexts,
        locked: (field: Field) => record !== undefined && field.once,
        describe: isAided(entity) ? createDescriptions(entity, ports.lang, ports.t) : undefined,
        clearedWord: (label) => ports.t("form.cleared", { label }),
      }),
  );
  useEffect(() => {
    if (!contexts || store.contexts === contexts || Object.keys(contexts).length === 0) return;
    // Ignore facts that depend on a changed field: this response is for the old value, and `Facts` reloads them.
    const over = new Set(
      [...listFactSources(entity)].flatMap(([name, fed]) =>
        store.record()[name] === store.initial[name] ? [] : [...fed],
      ),
    );
    store.know(Object.fromEntries(Object.entries(contexts).filter(([name]) => !over.has(name))));
  }, [contexts, store, entity]);
  return store;
}
