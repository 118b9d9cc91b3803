/** An open form: fields, summary, draft, review and buttons. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Entity, Field, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { Anchors, useAnchors } from "./Anchors.tsx";
import { Cards } from "./Cards.tsx";
import { listFactSources } from "../entity/facts-loading.ts";
import { DraftBar, useDraft } from "./DraftBar.tsx";
import { ErrorSummary, RemarkSummary } from "./ErrorSummary.tsx";
import type { FormGateProps } from "./form-props.tsx";
import { Footer } from "./Footer.tsx";
import { buildDefaults, listFormFields } from "../form-store/form-schema.ts";
import { createHints } from "../form-store/hints.ts";
import { type FormModel, FormModelProvider, createSpecs, useForm } from "../controls/model.tsx";
import { placeRemarks, type Remark } from "./remarks.ts";
import { Resolved } from "./resolved.tsx";
import { Review } from "./review-part.tsx";
import { FormStore } from "../form-store/store.ts";
import { SummaryBar, SummaryPanel } from "./summary-part.tsx";
import { Progress, type Stepping, formatStep, useSteps } from "./steps.tsx";
import { useDirty } from "./use-dirty.tsx";
import { useFacts } from "./use-facts.tsx";
import { useSoleOption } from "./use-sole-option.tsx";
import { useLookups } from "./use-lookups.tsx";
import { useFormEvents } from "./use-form-events.tsx";
import { usePaste } from "./use-paste.tsx";
import { useFormOperation } from "./use-form-operation.tsx";

type FormBodyProps = FormGateProps & { contexts: Scope | undefined };

export function FormBody(props: FormBodyProps) {
  const { entity, children } = props;
  const form = useFormModel(props);
  const { model, remarks, wrapper, draft, stepping, submit } = form;
  const { store } = model;
  const reviewing = submit.step === "review";
  const onEnter = () => {
    if (props.instead) props.instead.act?.();
    else if (reviewing) submit.confirm();
    else submit.submit();
  };
  return (
    <FormModelProvider value={model}>
      <Frame wrapper={wrapper} onEnter={onEnter} reviewing={reviewing}>
        {entity.form.steps && !reviewing && (
          <Progress
            stepping={stepping}
            onBack={(id) => !submit.sending && !submit.outcomeUnknown && submit.toStep(id)}
          />
        )}
        <ErrorSummary
          store={store}
          notice={submit.notice}
          active={submit.submitAttempted}
          among={store.submitted ? undefined : stepping.names}
          onReach={submit.reach}
        />
        {entity.summary && <SummaryPanel />}
        <div hidden={reviewing} inert={submit.sending || submit.outcomeUnknown || undefined}>
          <RemarkSummary remarks={remarks} onReach={submit.reach} />
          <DraftBar draft={draft} />
          <Resolved>
            {entity.form.steps ? <Steps stepping={stepping} /> : <Cards sections={entity.form.sections} />}
          </Resolved>
          {children}
        </div>
        {reviewing && submit.frozen && <Review record={submit.frozen} changed={submit.changed} />}
        <Footer
          submit={submit}
          stepping={stepping}
          entity={entity}
          label={props.submitLabel}
          instead={props.instead}
          onCancel={props.onCancel}
        >
          {entity.summary && !reviewing && <SummaryBar />}
        </Footer>
      </Frame>
    </FormModelProvider>
  );
}

/** Manages the store, steps, draft and operation of the form. */
function useFormModel(props: FormBodyProps) {
  const { entity, call, Adder } = props;
  const ports = usePorts();
  // Keep the record as opened, because the version of a refetched record does not match the values in the form.
  const [record] = useState(props.record);
  const { store, remarks } = useFormStore(props, record);
  const model = useMemo<FormModel>(
    () => ({ store, entity, ports, spec: createSpecs(entity, ports.lang), ...(Adder && { Adder }) }),
    [store, entity, ports, Adder],
  );
  const extra = useExtra(props, record);
  const wrapper = useRef<HTMLDivElement>(null);
  const kept = record === undefined && entity.form.draft;
  const draft = useDraft(store, entity, ports, kept);
  const stepping = useSteps(store, entity);
  const submit = useFormOperation({
    store,
    entity,
    call,
    ports,
    extra,
    wrapper,
    stepping,
    onDone: async (map, sent) => {
      draft.drop();
      dirty.done();
      await props.onDone(map, sent, store.record());
    },
  });
  const dirty = useDirty(store, ports, kept, props.onDirty);
  useFormEvents(wrapper, store);
  useFacts(store, ports);
  useLookups(store, ports);
  useSoleOption(store, record === undefined);
  usePaste(wrapper, store, ports);
  useFocusInDialog(wrapper);
  useReviewLoaded(entity);
  return { model, remarks, wrapper, draft, stepping, submit };
}

/** Creates the store with the record's values and remarks, and adds facts that arrive later. */
function useFormStore(
  { entity, preset, contexts, secrets }: FormBodyProps,
  record: Row | undefined,
): { store: FormStore; remarks: Remark[] } {
  const ports = usePorts();
  const id = useId().replace(/[^\w-]/g, "");
  const [made] = useState(() => {
    const store = new FormStore(entity, {
      id: `pf-${id}`,
      lang: ports.lang,
      // Defaults apply only to new records, since an empty field in a stored record is intentional.
      initial: { ...(record ?? buildDefaults(entity.fields)), ...preset },
      changes: record !== undefined,
      secrets,
      contexts,
      locked: (field: Field) => record !== undefined && field.once,
      hint: createHints(entity, ports.lang, ports.t),
      clearedWord: (label) => ports.t("form.cleared", { label }),
    });
    return { store, remarks: placeRemarks(store, entity, record) };
  });
  const { store } = made;
  useEffect(() => {
    if (!contexts || store.contexts === contexts || Object.keys(contexts).length === 0) return;
    // Ignore facts that depend on a changed field: this response is for the old value, and `useFacts` reloads them.
    const over = new Set(
      [...listFactSources(entity)].flatMap(([name, fed]) =>
        store.record()[name] === store.initial[name] ? [] : [...fed],
      ),
    );
    store.know(Object.fromEntries(Object.entries(contexts).filter(([name]) => !over.has(name))));
  }, [contexts, store, entity]);
  return made;
}

/**
 * Returns the values submitted in addition to the form's fields: preset values of other fields, and the record's key
 * and version.
 */
function useExtra({ entity, preset }: FormGateProps, record: Row | undefined): Row {
  return useMemo(() => {
    // Local values are never submitted.
    const inForm = new Set([
      ...listFormFields(entity),
      ...entity.fields.flatMap((field) => (field.local ? [field.name] : [])),
    ]);
    const own: Row = Object.fromEntries(Object.entries(preset ?? {}).filter(([name]) => !inForm.has(name)));
    // Key and version of the record that the user saw, for optimistic locking.
    if (record) for (const name of [entity.key, "version"]) if (record[name] !== undefined) own[name] = record[name];
    return own;
  }, [entity, preset, record]);
}

/** Cards of all open steps. Steps stay mounted, so that uploads continue and Back shows the previous values. */
function Steps({ stepping }: { stepping: Stepping }) {
  const { entity, ports } = useForm();
  const { open, current } = stepping;
  return open.map((step) => (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would join its legend to every label
    <div
      key={step.id}
      role="group"
      className="pf-step"
      tabIndex={-1}
      hidden={step !== current}
      data-step={step === current || undefined}
      aria-label={step === current ? formatStep(stepping, entity, ports) : undefined}
    >
      <Cards sections={entity.form.sections.filter((section) => step.sections.includes(section.id))} />
    </div>
  ));
}

/** Preloads the review while the user fills in the form, so that it opens at once on submit. */
function useReviewLoaded({ form }: Entity): void {
  useEffect(() => {
    // If this fails, for example offline, the review is loaded when it is shown.
    if (form.review) Review.load().catch(() => undefined);
  }, [form]);
}

/**
 * Focuses the first empty required field, or else the first field, when the form opens in a dialog, unless the focus is
 * already inside.
 */
function useFocusInDialog(wrapper: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = wrapper.current;
    const dialog = form?.closest("[role=dialog]");
    const at = document.activeElement;
    if (!form || !dialog || (at !== dialog && dialog.contains(at))) return;
    const fields = [
      ...form.querySelectorAll<HTMLInputElement>(
        "input:enabled:not([type=hidden], [readonly]), select:enabled, textarea:enabled",
      ),
    ];
    (fields.find((input) => input.ariaRequired === "true" && input.value === "") ?? fields[0])?.focus();
  }, [wrapper]);
}

/** Wrapper that handles the Enter key and shows the section list next to long forms. */
function Frame({
  wrapper,
  onEnter,
  reviewing,
  children,
}: {
  wrapper: RefObject<HTMLDivElement | null>;
  /** Called when Enter should submit. */
  onEnter(): void;
  reviewing: boolean;
  children: ReactNode;
}) {
  const { entity } = useForm();
  const anchors = useAnchors();
  const beside = anchors.length > 0 && !reviewing;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    const withModifier = event.ctrlKey || event.metaKey;
    // Enter on a file input opens its dialog.
    const inLine =
      event.target instanceof HTMLInputElement && event.target.type !== "button" && event.target.type !== "file";
    if (!withModifier && (!inLine || reviewing)) return;
    event.preventDefault();
    // A held Enter key must not skip the review.
    if (!event.repeat) onEnter();
  };
  return (
    <div
      className="pf-form"
      role="presentation"
      ref={wrapper}
      onKeyDown={onKeyDown}
      data-plain={(entity.source === "call" && entity.form.sections.length < 2) || undefined}
      data-anchors={anchors.length > 0 || undefined}
      data-summarised={entity.summary && ""}
      data-lines={entity.form.grids && ""}
      data-reviewing={reviewing || undefined}
    >
      {children}
      {beside && <Anchors anchors={anchors} wrapper={wrapper} />}
    </div>
  );
}
