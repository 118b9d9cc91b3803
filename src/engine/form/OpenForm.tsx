/** Fields, summary, draft, review and buttons of an open form. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { isAided } from "./aided.ts";
import { listAnchoredSections } from "./anchored.ts";
import { Anchors } from "./Anchors.tsx";
import { Cards } from "./Cards.tsx";
import { CorrectionsCard } from "./Corrections.tsx";
import { Draft } from "./draft.ts";
import { DraftBar } from "./DraftBar.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { Facts } from "./facts.tsx";
import type { FormGateProps } from "./form-props.tsx";
import { Footer } from "./Footer.tsx";
import { listFormFields } from "../form-store/form-schema.ts";
import { useForm } from "../controls/model.tsx";
import { LastValues } from "./LastValues.tsx";
import { Lookups } from "./Lookups.tsx";
import { PasteTarget } from "./PasteTarget.tsx";
import { Progress } from "./Progress.tsx";
import { Resolved } from "./resolved.tsx";
import { Review } from "./review-part.tsx";
import { StepCards } from "./steps.tsx";
import { SummaryBar, SummaryPanel } from "./Summary.tsx";
import { hasStepsAside, type Stepping } from "./stepping.ts";
import { useDirty } from "./use-dirty.tsx";
import { useFormEvents } from "./use-form-events.tsx";
import { useFormOperation } from "./use-form-operation.tsx";

interface OpenFormProps extends FormGateProps {
  stepping: Stepping;
}
export function OpenForm(props: OpenFormProps) {
  const { children, record, stepping } = props;
  const { store, entity } = useForm();
  const { wrapper, draft, submit } = useOpenForm(props);
  const { corrected } = stepping;
  const reviewing = submit.step === "review";
  const onEnter = () => {
    if (props.instead) props.instead.act?.();
    else if (reviewing) submit.confirm();
    else submit.submit();
  };
  return (
    <Frame wrapper={wrapper} onEnter={onEnter} reviewing={reviewing} aside={!corrected && hasStepsAside(entity)}>
      <Listeners wrapper={wrapper} makes={record === undefined} />
      {entity.form.steps && !corrected && !reviewing && (
        <Progress
          stepping={stepping}
          draft={draft}
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
        {draft && <DraftBar draft={draft} />}
        <Resolved>
          <Content stepping={stepping} />
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
  );
}

/** Fields to correct, cards of the steps, or cards of all sections. */
function Content({ stepping }: { stepping: Stepping }) {
  const { entity } = useForm();
  if (stepping.corrected) return <CorrectionsCard names={stepping.corrected} />;
  return entity.form.steps ? <StepCards stepping={stepping} /> : <Cards sections={entity.form.sections} />;
}

/** Parts that fill in fields and render nothing. */
function Listeners({ wrapper, makes }: { wrapper: RefObject<HTMLDivElement | null>; makes: boolean }) {
  const { store, entity, ports } = useForm();
  return (
    <>
      <Facts store={store} ports={ports} makes={makes} />
      <LastValues store={store} ports={ports} makes={makes} />
      <Lookups store={store} ports={ports} />
      {isAided(entity) && <PasteTarget wrapper={wrapper} store={store} ports={ports} />}
    </>
  );
}

/** Manages the draft and the operation of the form. */
function useOpenForm(props: OpenFormProps) {
  const { call, record, stepping } = props;
  const { store, entity, ports } = useForm();
  const extra = useExtra(props, record);
  const wrapper = useRef<HTMLDivElement>(null);
  const kept = record === undefined && entity.form.draft;
  const [draft] = useState(() => (kept ? new Draft(entity, ports.user()) : undefined));
  const submit = useFormOperation({
    store,
    entity,
    call,
    ports,
    extra,
    wrapper,
    stepping,
    onDone: async (map, sent) => {
      draft?.drop();
      dirty.done();
      await props.onDone(map, sent, store.record());
    },
  });
  const dirty = useDirty(store, ports, kept, props.onDirty);
  useFormEvents(wrapper, store);
  useInitialFocus(wrapper, props);
  useReviewLoaded(entity);
  return { wrapper, draft, submit };
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

/** Preloads the review while the user fills in the form, so that it opens at once on submit. */
function useReviewLoaded({ form }: Entity): void {
  useEffect(() => {
    // If this fails, for example offline, the review is loaded when it is shown.
    if (form.review) Review.load().catch(() => undefined);
  }, [form]);
}

/**
 * Focuses the first empty required field of a form that opens in a dialog, or with a chosen record such as the payee of
 * a payment. In a dialog without one, focuses the first field. Leaves a focus inside the dialog alone.
 */
function useInitialFocus(wrapper: RefObject<HTMLElement | null>, { preset = {} }: FormGateProps): void {
  const { fields } = useForm().entity;
  const isBegun = fields.some(({ name, ref }) => ref && preset[name]);
  useEffect(() => {
    const form = wrapper.current;
    const dialog = form?.closest("[role=dialog]");
    const focused = document.activeElement;
    if (!form || (dialog ? focused !== dialog && dialog.contains(focused) : !isBegun)) return;
    const inputs = [
      ...form.querySelectorAll<HTMLInputElement>(
        "input:enabled:not([type=hidden], [readonly]), select:enabled, textarea:enabled",
      ),
    ];
    // The text of a chosen record is still loading.
    const isEmpty = ({ id, value }: HTMLInputElement) => value === "" && !preset[id.slice(id.indexOf(".") + 1)];
    (inputs.find((input) => input.ariaRequired === "true" && isEmpty(input)) ?? (dialog ? inputs[0] : null))?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only when the form opens
  }, [wrapper]);
}

/** Wrapper that handles the Enter key and shows the section list next to long forms. */
function Frame({
  wrapper,
  onEnter,
  reviewing,
  aside,
  children,
}: {
  wrapper: RefObject<HTMLDivElement | null>;
  /** Called when Enter should submit. */
  onEnter(): void;
  reviewing: boolean;
  /** Whether the steps are listed beside the form. */
  aside: boolean;
  children: ReactNode;
}) {
  const { entity, ports } = useForm();
  const anchored = listAnchoredSections(entity, ports.lang).length > 0;
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
      data-anchors={anchored || undefined}
      data-stepped={aside || undefined}
      data-summarised={entity.summary && ""}
      data-lines={entity.form.grids && ""}
      data-reviewing={reviewing || undefined}
    >
      {children}
      {anchored && !reviewing && <Anchors wrapper={wrapper} />}
    </div>
  );
}
