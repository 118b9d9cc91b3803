/** Fields, summary, draft, review and buttons of an open form. */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Entity, Row } from "../model/entity.ts";
import { isAided } from "./aided.ts";
import { listAnchoredSections } from "./anchored.ts";
import { Anchors } from "./Anchors.tsx";
import { Cards } from "./Cards.tsx";
import { CorrectionsCard } from "./Corrections.tsx";
import { Draft } from "./draft.ts";
import { flushSync } from "react-dom";
import { useForm } from "../controls/model.tsx";
import type { FormStore } from "../form-store/store.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { Facts } from "./facts.tsx";
import type { FormGateProps, FormExtras } from "./form-props.tsx";
import { findText } from "../entity/labels.ts";
import { fillSentence } from "../entity/sentence.ts";
import { type Stepping, hasStepsAside } from "./stepping.ts";
import { type FormOperation, useFormOperation } from "./use-form-operation.tsx";
import { listFormFields } from "../form-store/form-schema.ts";
import { isMasked } from "../entity/is-masked.ts";
import { LeafNode } from "../form-store/nodes.ts";
import type { Ports } from "../model/ports.ts";
import { Lookups } from "./Lookups.tsx";
import { parsePairs } from "./pasted.ts";
import { formatWallClock } from "../base/time-zone.ts";
import { estimateMinutes } from "./step-states.ts";
import { Resolved } from "./resolved.tsx";
import { Review } from "./review-part.tsx";
import { StepCards } from "./steps.tsx";
import { SummaryBar, SummaryPanel } from "./Summary.tsx";
import { blockNavigation } from "../operation/navigation-guard.ts";
import { useFormEvents } from "./use-form-events.tsx";

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

/**
 * Offers a stored draft once and saves changes while the form is open. Changing the form instead of answering the offer
 * withdraws the offer and overwrites the draft.
 */
function DraftBar({ draft }: { draft: Draft }) {
  const { store, ports } = useForm();
  const [offered, setOffered] = useOffer(draft, store);
  const onRestore = () => {
    if (offered) store.restore(offered);
    decide();
  };
  const onDiscard = () => {
    draft.drop();
    decide();
  };
  /** Hides the offer and moves the focus to the first field. */
  const decide = () => {
    flushSync(() => setOffered(undefined));
    store.first()?.control?.focus();
  };
  if (!offered) return null;
  return (
    <div className="pf-notice" data-tone="info">
      <output>{ports.t("form.draftFound")}</output>
      <div className="pf-buttons">
        <button type="button" className="btn" data-small onClick={onRestore}>
          {ports.t("form.draftRestore")}
        </button>
        <button type="button" className="btn" data-small data-quiet onClick={onDiscard}>
          {ports.t("form.draftDiscard")}
        </button>
      </div>
    </div>
  );
}

/** Returns the stored draft to offer, and saves changes while the form is open. */
function useOffer(draft: Draft, store: FormStore) {
  const [offered, setOffered] = useState(() => {
    const kept = draft.read();
    return kept &&
      Object.entries(kept).some(([name, value]) => JSON.stringify(store.initial[name]) !== JSON.stringify(value))
      ? kept
      : undefined;
  });
  useEffect(() => {
    const stop = store.watch(() => {
      if (!store.dirty) return;
      setOffered(undefined);
      draft.save(store.record());
    });
    // Save immediately when the tab is closed or reloaded.
    const keep = () => draft.stop();
    window.addEventListener("pagehide", keep);
    return () => {
      stop();
      window.removeEventListener("pagehide", keep);
      draft.stop();
    };
  }, [draft, store]);
  return [offered, setOffered] as const;
}

interface FooterProps {
  submit: FormOperation;
  stepping: Stepping;
  entity: Entity;
  label?: string | undefined;
  instead?: FormExtras["instead"] | undefined;
  onCancel?: (() => void) | undefined;
  /** Rendered above the buttons. */
  children?: ReactNode;
}
/** Footer with the form's buttons. */
function Footer({ submit, stepping, entity, label, instead, onCancel, children }: FooterProps) {
  const { t } = useForm().ports;
  const main = useMainLabel({ submit, stepping, entity, label });
  const reviewing = submit.step === "review";
  return (
    <div className="pf-footer">
      {children}
      <span className="pf-keys" aria-hidden>
        {t("form.keys")}
      </span>
      {reviewing && !submit.outcomeUnknown ? (
        <button type="button" className="btn" onClick={submit.back} disabled={submit.sending}>
          {t("form.change")}
        </button>
      ) : (
        <BackButtons submit={submit} stepping={stepping} onCancel={onCancel} />
      )}
      {/* Not `disabled`, because the button must keep the focus until the response arrives. */}
      <button
        type="button"
        className="btn"
        data-main
        aria-disabled={(instead ? !instead.act : submit.coolingDown) || submit.sending || undefined}
        aria-busy={submit.sending || undefined}
        onClick={instead ? instead.act : reviewing || submit.outcomeUnknown ? submit.confirm : submit.submit}
      >
        {submit.sending ? t("form.sending") : (instead?.label ?? main)}
      </button>
    </div>
  );
}

type LabelInput = Pick<FooterProps, "submit" | "stepping" | "entity" | "label">;

/** Returns the label of the button that submits. In a review it names the action as the schema does (`x-form.confirm`). */
function useMainLabel({ submit, stepping, entity, label }: LabelInput): string {
  const { ports, store } = useForm();
  const { t, lang } = ports;
  const { frozen } = submit;
  if (submit.outcomeUnknown) return t("form.askAgain");
  const own = label ?? findText(entity, "form.submit", lang) ?? t("form.submit");
  if (submit.step === "review") {
    const row = { ...store.record(), ...frozen };
    return t("form.confirm", {
      action: fillSentence(entity, "form.confirm", { row, lang }) ?? own,
    });
  }
  if (!stepping.last) return t("form.nextStep");
  return entity.form.review ? t("form.next") : own;
}

/** Buttons to leave the form or return to the previous step. */
function BackButtons({ submit, stepping, onCancel }: Pick<FooterProps, "submit" | "stepping" | "onCancel">) {
  const { t } = useForm().ports;
  const before = stepping.open[stepping.at - 1];
  return (
    <>
      {onCancel && (
        <button type="button" className="btn" onClick={onCancel} disabled={submit.sending}>
          {t("form.cancel")}
        </button>
      )}
      {before && !submit.outcomeUnknown && (
        <button type="button" className="btn" onClick={() => submit.toStep(before.id)} disabled={submit.sending}>
          {t("form.previousStep")}
        </button>
      )}
    </>
  );
}

interface Props {
  store: FormStore;
  ports: Ports;
  /** Whether the form creates a record. Other forms are left as they are. */
  makes: boolean;
}
/** Fills fields once, except those that have a value or whose value is masked. */
function LastValues({ store, ports, makes }: Props): null {
  useEffect(() => {
    const { entity } = store;
    const { last } = entity.form;
    if (!makes || !last) return undefined;
    let isMounted = true;
    const fill = async () => {
      const { loadNewest } = await import("../data/newest-records.tsx");
      const [newest] = await loadNewest(ports, entity);
      const names = last.filter((name) => {
        const leaf = store.root.child(name);
        const isFree = leaf instanceof LeafNode && !leaf.touched && leaf.value === undefined;
        return isFree && !isMasked(leaf.field, "list");
      });
      if (isMounted && newest) store.fill(Object.fromEntries(names.map((name) => [name, newest[name]])));
    };
    // Without the newest record the fields stay empty.
    fill().catch(() => undefined);
    return () => void (isMounted = false);
  }, [store, ports, makes]);
  return null;
}

interface PasteTargetProps {
  wrapper: RefObject<HTMLElement | null>;
  store: FormStore;
  ports: Ports;
}
/** Listens to the form's wrapper and renders nothing. */
function PasteTarget({ wrapper, store, ports }: PasteTargetProps) {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      // Text areas receive the text unchanged.
      if (!(event.target instanceof HTMLInputElement)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const pairs = parsePairs(text);
      if (pairs.length === 0) return;
      event.preventDefault();
      const input = event.target;
      const asItIs = () => {
        if (document.activeElement === input) return void document.execCommand("insertText", false, text);
        // The focus may have moved, so insert the text where it was pasted.
        input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
        input.dispatchEvent(new Event("input", { bubbles: true }));
      };
      import("./fill-pasted.ts")
        .then(async ({ fillPasted }) => {
          const { filled, unknown } = await fillPasted(store, ports, pairs);
          if (filled.length === 0) return asItIs();
          const labels = unknown
            .map((field) => store.entity.label(field.name, ports.lang))
            .join(ports.t("filter.join"));
          ports.notify("info", ports.t(labels ? "form.pastedSome" : "form.pasted", { count: filled.length, labels }));
        })
        .catch(asItIs);
    };
    element.addEventListener("paste", onPaste);
    return () => element.removeEventListener("paste", onPaste);
  }, [wrapper, store, ports]);
  return null;
}

interface ProgressProps {
  stepping: Stepping;
  draft: Draft | undefined;
  /** Called with the id of an earlier step to open it. */
  onBack(id: string): void;
}
/** Lists every step from the start. Earlier steps are buttons, and steps that fall away after a choice are struck. */
function Progress({ stepping, draft, onBack }: ProgressProps) {
  const { entity, ports } = useForm();
  const { current, states } = stepping;
  const { steps = [] } = entity.form;
  const at = steps.indexOf(current);
  const findLabel = (id: string) => findText(entity, `step.${id}`, ports.lang) ?? id;
  const left = states.filter((state, index) => index >= at && state !== "dropped").length;
  const minutes = estimateMinutes(entity, left);
  return (
    <>
      <div className="pf-steps-head">
        <p aria-hidden>
          <strong>{ports.t("form.stepCount", { at: at + 1, of: steps.length })}</strong>
          <span className="pf-steps-name"> · {findLabel(current.id)}</span>
          {minutes !== undefined && <span> · {ports.t("form.minutesLeft", { count: minutes })}</span>}
        </p>
        {draft && <Saved draft={draft} />}
      </div>
      <nav className="pf-steps" aria-label={ports.t("form.steps")}>
        <ol>
          {steps.map((step, index) => {
            const dropped = states[index] === "dropped";
            const past = index < at && !dropped;
            const label = findLabel(step.id);
            return (
              <li
                key={step.id}
                aria-current={index === at ? "step" : undefined}
                data-past={past || undefined}
                data-dropped={dropped || undefined}
              >
                <span className="pf-steps-mark" aria-hidden>
                  {past ? "✓" : index + 1}
                </span>
                {past ? (
                  <button type="button" onClick={() => onBack(step.id)}>
                    {label}
                  </button>
                ) : dropped ? (
                  <del>
                    {label}
                    <span className="sr-only"> {ports.t("form.stepDropped")}</span>
                  </del>
                ) : (
                  <span>{label}</span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
    </>
  );
}

/** Time at which the draft was last saved. */
function Saved({ draft }: { draft: Draft }) {
  const { ports } = useForm();
  const at = useSyncExternalStore(draft.subscribe, draft.getSavedAt);
  if (at === undefined) return null;
  return <span>{ports.t("form.savedAt", { time: formatWallClock(at, ports.dialect.zone).slice(11, 16) })}</span>;
}

/**
 * Blocks navigation while the store is dirty and reports the state to `onDirty`. `kept` means that the changes are
 * saved as a draft. `done` marks the form as submitted and stops blocking.
 */
function useDirty(
  store: FormStore,
  ports: Ports,
  hasDraft: boolean,
  onDirty: ((dirty: boolean) => void) | undefined,
): { done(): void } {
  const onDirtyRef = useRef(onDirty);
  useEffect(() => {
    onDirtyRef.current = onDirty;
  }, [onDirty]);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    const begin = () => {
      const takeBack = blockNavigation(ports, store, hasDraft ? "kept" : "lost");
      onDirtyRef.current?.(true);
      end.current = () => {
        end.current = undefined;
        takeBack();
        onDirtyRef.current?.(false);
      };
    };
    const stop = store.watch(() => {
      if (store.dirty && !end.current) begin();
    });
    return () => {
      stop();
      end.current?.();
    };
  }, [store, ports, hasDraft]);
  return {
    done: () => {
      store.finish();
      end.current?.();
    },
  };
}
