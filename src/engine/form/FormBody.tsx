/** The open form: fields, summary, drafts, review and the buttons. */
import Form from "@rjsf/core";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Field, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import type { Scope } from "../rules/expression.ts";
import { DraftBar, useDraft } from "./DraftBar.tsx";
import { engineValidator } from "./engine-validator.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import type { FormGateProps } from "./FormGate.tsx";
import { Footer } from "./Footer.tsx";
import { formSchema, laidOut, skeleton } from "./form-schema.ts";
import { hintsOf } from "./hints.ts";
import { type FormModel, FormModelProvider, specs } from "./model.tsx";
import { Review } from "./Review.tsx";
import { FormStore } from "./store.ts";
import { theme } from "./theme.tsx";
import { useDirty } from "./use-dirty.tsx";
import { useFormEvents } from "./use-form-events.tsx";
import { useSubmit } from "./use-submit.tsx";

/** rjsf invents no answers: an empty field stays empty. */
const INVENT_NOTHING = { constAsDefaults: "never", requiredBooleanDefault: "skip", arrayMinItems: { populate: "never" }, emptyObjectFields: "skipEmptyDefaults" } as const;

export function FormBody(props: FormGateProps & { contexts: Scope | undefined }) {
  const { entity, call, record, preset, contexts, children } = props;
  const ports = usePorts();
  const id = useId().replace(/[^\w-]/g, "");
  const [start] = useState<Row>(() => ({ ...record, ...preset }));
  const [store] = useState(
    () =>
      new FormStore(entity, {
        id: `pf-${id}`,
        lang: ports.lang,
        initial: start,
        changes: record !== undefined,
        contexts,
        locked: (field: Field) => record !== undefined && field.once,
        hint: hintsOf(entity, ports.lang, ports.word),
        clearedWord: (label) => ports.word("form.cleared", { label }),
      }),
  );
  // A strict-mode or late load brings the facts after the store was made.
  useEffect(() => {
    if (contexts && store.contexts !== contexts && Object.keys(contexts).length > 0) store.know(contexts);
  }, [contexts, store]);

  const model = useMemo<FormModel>(() => ({ store, entity, ports, spec: specs(entity, ports.lang) }), [store, entity, ports]);
  const rjsf = useMemo(() => ({ ...formSchema(entity), data: skeleton(entity.fields, start), validator: engineValidator(entity, store) }), [entity, start, store]);
  const extra = useMemo(() => {
    const inForm = new Set(laidOut(entity));
    const own: Row = Object.fromEntries(Object.entries(preset ?? {}).filter(([name]) => !inForm.has(name)));
    // Which record, and which version of it the person saw.
    if (record) for (const name of [entity.key, "version"]) if (record[name] !== undefined) own[name] = record[name];
    return own;
  }, [entity, preset, record]);

  const wrapper = useRef<HTMLDivElement>(null);
  const draft = useDraft(store, entity, ports, record === undefined && entity.form.draft);
  const submit = useSubmit({ store, entity, call, ports, extra, wrapper, onDone: async (map, sent) => {
    draft.drop();
    dirty.done();
    await props.onDone(map, sent);
  } });
  const dirty = useDirty(store, ports, props.onDirty);
  useFormEvents(wrapper, store);

  const reviewing = submit.step === "review";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const line = event.target instanceof HTMLInputElement && event.target.type !== "button";
    if (!event.ctrlKey && !event.metaKey && !line) return;
    if (reviewing && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (reviewing) submit.confirm();
    else submit.submit();
  };
  return (
    <FormModelProvider value={model}>
      <div className="pf-form" role="presentation" ref={wrapper} onKeyDown={onKeyDown} data-call={entity.source === "call" || undefined}>
        <ErrorSummary store={store} notice={submit.notice} active={submit.tried} />
        <div hidden={reviewing} inert={submit.sending || submit.uncertain || undefined}>
          <DraftBar draft={draft} />
          <Form
            tagName="div"
            className="pf-cards"
            schema={rjsf.schema}
            uiSchema={rjsf.uiSchema}
            initialFormData={rjsf.data}
            validator={rjsf.validator}
            fields={theme.fields}
            templates={theme.templates}
            idPrefix={store.root.id}
            idSeparator="."
            noValidate
            noHtml5Validate
            showErrorList={false}
            experimental_defaultFormStateBehavior={INVENT_NOTHING}
          >
            {null}
            <></>
          </Form>
          {children}
        </div>
        {reviewing && submit.frozen && <Review record={submit.frozen} changed={submit.changed} />}
        <Footer submit={submit} entity={entity} label={props.submitLabel} onCancel={props.onCancel} />
      </div>
    </FormModelProvider>
  );
}
