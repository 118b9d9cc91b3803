/**
 * The operation of a form: validates and freezes its values, submits them, shows the errors of a rejected request and
 * moves the focus.
 */
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Row, CheckError, Entity } from "../model/entity.ts";
import type { FormNode } from "../form-store/nodes.ts";
import type { ChangedFigure } from "../operation/changed-figures.ts";
import type { Operation, Settled } from "../operation/run.ts";
import { isBusy, isLocked, type OperationState, type Outcome } from "../operation/state.ts";
import type { FormNotice } from "./ErrorSummary.tsx";
import type { CallFailure, Ports } from "../model/ports.ts";
import { describeOutcome, describeRefusal } from "../operation/messages.ts";
import { type FormOperationProps, isOrder, isReview, useFormSend } from "./use-form-send.tsx";
import { runOnce } from "../operation/run-once.ts";
import type { Stepping } from "./stepping.ts";

export interface FormOperation {
  step: "edit" | "review";
  /** Frozen request body while it is reviewed or submitted, otherwise undefined. */
  frozen: Row | undefined;
  /** Figures that the server computed differently from what the user saw. */
  changed: readonly ChangedFigure[];
  /** Whether errors may be summarised: values were rejected, by the check or by the server, or a review was opened. */
  submitAttempted: boolean;
  sending: boolean;
  coolingDown: boolean;
  /**
   * Whether a request was sent but its outcome is unknown, because no definitive response arrived. Only a retry with
   * the same idempotency key and body can resolve it.
   */
  outcomeUnknown: boolean;
  notice: FormNotice | undefined;
  submit(): void;
  confirm(): void;
  back(): void;
  /** Opens another step without losing any values. */
  toStep(id: string): void;
  /** Opens the step that contains a field and focuses the field. */
  reach(node: FormNode): void;
}

export function useFormOperation(props: FormOperationProps): FormOperation {
  const { store, entity, ports, wrapper, stepping } = props;
  const [state, operation] = useFormSend(props);
  const view = useFormNotice(props, operation);
  const { shown, patch } = view;
  const attempt = useAttempt(props, view);
  const toStep = (id: string) => {
    flushSync(() => {
      patch({ notice: undefined });
      stepping.to(id);
    });
    wrapper.current?.querySelector<HTMLElement>("[data-step]")?.focus();
  };
  const step = useStepOperation({
    ports,
    entity,
    stepping,
    toStep,
    showOutcome: view.showOutcome,
    showNotice: patch,
  });
  const reviewing = isReview(entity, state);
  useRecheck(props, operation, { state, busy: attempt.busy, leaveReview: view.leaveReview });
  return {
    ...shown,
    step: reviewing ? "review" : "edit",
    frozen: "body" in state ? state.body : undefined,
    changed: state.status === "reviewing" ? state.changed : [],
    sending: isBusy(state) || step.sending,
    coolingDown: state.coolingDown,
    outcomeUnknown: isLocked(state),
    submit: () =>
      store.whenFilled(() => {
        const { state: now } = operation;
        const isClosed = wrapper.current === null;
        if (isClosed || attempt.busy.current || step.busy.current || isBusy(now) || isLocked(now) || now.coolingDown)
          return;
        submitForm(props, { operation, view, run: attempt.run, submitStep: step.submitStep });
      }),
    confirm: () => !operation.state.coolingDown && void attempt.run(() => operation.confirm()),
    back() {
      operation.edit();
      patch({ notice: undefined });
    },
    toStep,
    reach(node) {
      flushSync(() => stepping.to(stepping.of(node.top)));
      store.focus(node);
    },
  };
}

type FormView = ReturnType<typeof useFormNotice>;
type Run = (send: () => Promise<Settled | undefined>) => Promise<void>;

/** Runs one submit attempt at a time and shows its outcome. */
function useAttempt({ entity, call, onDone }: FormOperationProps, { patch, showOutcome }: FormView) {
  const busy = useRef(false);
  const run: Run = async (send) => {
    if (busy.current) return;
    busy.current = true;
    patch({ notice: undefined });
    try {
      const settled = await send();
      if (settled?.outcome.end === "succeeded") await onDone(settled.outcome.result, settled.outcome.body);
      else if (settled && !settled.late) showOutcome(settled.outcome, !isOrder(entity, call));
    } finally {
      busy.current = false;
    }
  };
  return { busy, run };
}

interface SubmitInput {
  operation: Operation;
  view: FormView;
  run: Run;
  submitStep(body: Row): Promise<void>;
}
/** Validates the values of the step or form, then submits the step, submits the form or opens its review. */
function submitForm(props: FormOperationProps, { operation, view, run, submitStep }: SubmitInput): void {
  const { store, entity, ports, extra, wrapper, stepping } = props;
  const names = stepping.last ? undefined : stepping.names;
  const { verdict, loose } = store.submit(names);
  const waiting = store.findBusy(names);
  if (verdict.errors.length > 0 || waiting) {
    view.show({
      submitAttempted: true,
      notice:
        waiting && verdict.errors.length === 0
          ? { tone: "info", title: waiting }
          : createUnplacedErrorNotice(ports, loose),
    });
    return;
  }
  if (names) return void submitStep(store.buildOutgoing(verdict.value, names));
  const frozen = { ...store.buildOutgoing(verdict.value, stepping.corrected), ...extra };
  if (!entity.form.review) return void run(() => operation.submit(frozen));
  flushSync(() => {
    void operation.submit(frozen);
    view.patch({ notice: undefined, submitAttempted: true });
  });
  const review = wrapper.current?.querySelector<HTMLElement>("[data-review]");
  // Focusing alone would scroll a long review to its end.
  review?.focus({ preventScroll: true });
  review?.scrollIntoView?.({ block: "start" });
}

interface RecheckInput {
  state: OperationState;
  /** Whether an attempt is being submitted or its outcome shown. */
  busy: { readonly current: boolean };
  leaveReview(): void;
}
/** Handles changed values: leaves a review that they make invalid, and ends the cooldown of a repeatable call. */
function useRecheck(
  { store, entity, call }: FormOperationProps,
  operation: Operation,
  { state, busy, leaveReview }: RecheckInput,
): void {
  const reviewing = isReview(entity, state);
  useEffect(() => {
    if (!reviewing) return undefined;
    return store.watch(() => {
      if (!busy.current && !isLocked(operation.state) && store.listFailing().length > 0) leaveReview();
    });
  });
  const order = isOrder(entity, call);
  const cooled = state.coolingDown && !isBusy(state);
  // Changed values, such as a retyped password before Enter, mean a new attempt rather than a double click.
  useEffect(() => {
    if (order || !cooled) return undefined;
    return store.watch(() => {
      // Showing the errors of a rejected request also changes the store.
      if (!busy.current) operation.endCooldown();
    });
  }, [order, cooled, store, operation, busy]);
}

interface Shown {
  /** Whether errors may be summarised: values were rejected, by the check or by the server, or a review was opened. */
  submitAttempted: boolean;
  notice: FormNotice | undefined;
}

/**
 * Shows the result of a submit: a notice, errors at their fields, and the focus on the only invalid field or on the
 * summary.
 */
function useFormNotice(props: FormOperationProps, operation: Operation) {
  const { store, entity, ports, wrapper, stepping } = props;
  const { t } = ports;
  const [shown, setShown] = useState<Shown>(() => ({
    submitAttempted: false,
    // If an idempotency key is still open after a reload, the outcome of the last submit is unknown.
    notice:
      operation.state.status === "unknown"
        ? { tone: "warning", title: t("form.openOrder"), detail: t("form.openOrderDetail") }
        : undefined,
  }));
  const patch = (next: Partial<Shown>) => setShown((old) => ({ ...old, ...next }));
  /** Renders synchronously, then focuses the only invalid field, or otherwise the summary. */
  const show = (next: Partial<Shown>) => {
    const failing = store.listFailing();
    const [only] = failing;
    const editing = !isReview(entity, operation.state);
    flushSync(() => {
      patch(next);
      if (only && editing) stepping.to(stepping.of(only.top));
    });
    if (editing && failing.length === 1 && only && !next.notice) store.focus(only);
    else wrapper.current?.querySelector<HTMLElement>("[data-summary]")?.focus();
  };
  /** Returns to the fields when facts that arrived during the review make them invalid. */
  const leaveReview = () => {
    operation.edit();
    show({ submitAttempted: true });
  };
  const showOutcome = (outcome: Exclude<Outcome, { end: "succeeded" }>, repeatable: boolean) => {
    if (outcome.end === "refused") show(placeRefusal(props, operation, outcome.failure));
    else if (outcome.end === "unknown" && repeatable) {
      if (outcome.failure) show(placeRefusal(props, operation, outcome.failure));
      else show({ notice: { tone: "warning", title: t("form.noAnswer") } });
    } else if (outcome.end !== "cancelled")
      show({
        notice: describeOutcome(ports, outcome, { unknown: "form.unknownDetail", offline: "form.offlineDetail" }),
      });
    else if (entity.form.review && store.listFailing().length > 0) leaveReview();
  };
  return { shown, patch, show, showOutcome, leaveReview };
}

/**
 * Shows the errors of a rejected request at their fields. Returns a notice: about figures that the server computed
 * differently, or else with the failure's message if it has no field errors, or else with the errors that no field
 * shows.
 */
function placeRefusal(
  { store, entity, call, ports }: FormOperationProps,
  operation: Operation,
  failure: CallFailure,
): Partial<Shown> {
  const { t } = ports;
  const { state } = operation;
  if (state.status === "reviewing" && state.changed.length > 0) {
    const title = failure.message || t("form.figures");
    return { notice: { tone: "warning", title, detail: t("form.figuresDetail") } };
  }
  const errors = (failure.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
  const unplaced = store.refuse(errors);
  if (errors.length > unplaced.length) operation.edit();
  // Source: specification 8 (X5): the server's message about a signed-in user's password or code is a warning.
  const tone = isOrder(entity, call) || call.access === "public" ? "danger" : "warning";
  return {
    submitAttempted: true,
    notice:
      errors.length === 0 ? { ...describeRefusal(ports, failure), tone } : createUnplacedErrorNotice(ports, unplaced),
  };
}

/** Returns the notice for errors that no field of the form shows, or undefined when there are none. */
const createUnplacedErrorNotice = ({ t }: Ports, errors: readonly CheckError[]): FormNotice | undefined =>
  errors.length > 0
    ? {
        tone: "danger",
        title: t("form.refused"),
        detail: [...new Set(errors.map((error) => error.message))].join(" "),
      }
    : undefined;

interface Props {
  ports: Ports;
  entity: Entity;
  stepping: Stepping;
  toStep(id: string): void;
  showOutcome(outcome: Exclude<Outcome, { end: "succeeded" }>, repeatable: boolean): void;
  showNotice(shown: { notice: undefined }): void;
}
/** Submits the values of a step through its own call, then opens the next step. */
function useStepOperation({ ports, entity, stepping, toStep, showOutcome, showNotice }: Props) {
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const submitStep = async (body: Row) => {
    const following = stepping.open[stepping.at + 1];
    const { call: name } = stepping.current;
    if (!following) return;
    if (!name) return toStep(following.id);
    busy.current = true;
    setSending(true);
    showNotice({ notice: undefined });
    try {
      const call = await ports.callNamed?.(name);
      if (!call) throw new Error(`step ${stepping.current.id}: callNamed() knows no call ${name}`);
      // The idempotency key is not stored, because the user may return to a step and submit it again.
      const outcome = await runOnce(ports, { call, entity, idempotency: "memory" }, body);
      setSending(false);
      if (outcome.end === "succeeded") toStep(following.id);
      else showOutcome(outcome, true);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { busy, sending, submitStep };
}
