/** An open form: its store and its steps. */
import { useEffect, useId, useMemo, useState } from "react";
import type { Field, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { listFactSources } from "../entity/facts-loading.ts";
import type { FormGateProps } from "./form-props.tsx";
import { buildDefaults } from "../form-store/form-schema.ts";
import { type FormModel, FormModelProvider, createSpecs } from "../controls/model.tsx";
import { isAided } from "./aided.ts";
import { Corrected, listRemarks } from "./Corrections.tsx";
import { OpenForm } from "./OpenForm.tsx";
import { Stepped } from "./steps.tsx";
import { createDescriptions } from "../form-store/descriptions.ts";
import { FormStore } from "../form-store/store.ts";
import { createSingleStep, type Stepping } from "./stepping.ts";

type FormBodyProps = FormGateProps & { contexts: Scope | undefined };

export function FormBody(props: FormBodyProps) {
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
