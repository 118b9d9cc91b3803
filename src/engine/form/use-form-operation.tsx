/**
 * The operation of a form: validates and freezes its values, submits them, shows the errors of a rejected request and
 * moves the focus.
 */
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Row } from "../model/entity.ts";
import type { FormNode } from "../form-store/nodes.ts";
import type { ChangedFigure } from "../operation/changed-figures.ts";
import type { Operation, Settled } from "../operation/run.ts";
import { isBusy, isLocked, type OperationState } from "../operation/state.ts";
import type { FormNotice } from "./ErrorSummary.tsx";
import { createUnplacedErrorNotice, useFormNotice } from "./use-form-notice.tsx";
import { type FormOperationProps, isOrder, isReview, useFormSend } from "./use-form-send.tsx";
import { useStepOperation } from "./use-step-operation.tsx";

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
