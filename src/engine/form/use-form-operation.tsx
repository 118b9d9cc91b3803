/** The operation of a form: checks and freezes its values, places the errors of a refusal and moves the focus. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CallPlan, CheckError, Entity, Row } from "../model/entity.ts";
import type { CallFailure, CallResult, Ports } from "../model/ports.ts";
import type { FormNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import type { Changed } from "../operation/figures.ts";
import { IdempotencyKey, memoryStorage } from "../operation/idempotency-key.ts";
import { describeOutcome, describeRefusal } from "../operation/messages.ts";
import type { LateNotice, Settled } from "../operation/run.ts";
import { isBusy, isLocked, type OperationState, type Outcome } from "../operation/state.ts";
import { useOperation } from "../operation/use-operation.tsx";
import type { FormNotice } from "./ErrorSummary.tsx";
import type { Stepping } from "./steps.tsx";
import { useStepOperation } from "./use-step-operation.tsx";

/** How long the button is disabled after a click. Source: specification K4. */
const SUBMIT_COOLDOWN_MS = 2_000;

export interface FormOperation {
  step: "edit" | "review";
  /** The body of the review, frozen. */
  frozen: Row | undefined;
  /** Figures that the server computes differently from what the user saw. */
  changed: readonly Changed[];
  /** A submit was refused for its fields at least once. */
  submitAttempted: boolean;
  sending: boolean;
  coolingDown: boolean;
  /** Sent without an answer: only a retry, with the same key and body, can end it. */
  outcomeUnknown: boolean;
  notice: FormNotice | undefined;
  submit(): void;
  confirm(): void;
  back(): void;
  /** Opens another step; nothing is lost. */
  toStep(id: string): void;
  /** Opens the step of a field and focuses it. */
  reach(node: FormNode): void;
}
export interface FormOperationProps {
  store: FormStore;
  entity: Entity;
  call: CallPlan;
  ports: Ports;
  extra: Row;
  wrapper: RefObject<HTMLElement | null>;
  stepping: Stepping;
  onDone(map: CallResult, sent: Row): Promise<void>;
}
interface Shown {
  submitAttempted: boolean;
  notice: FormNotice | undefined;
}

export function useFormOperation(props: FormOperationProps): FormOperation {
  const { store, entity, call, ports, extra, wrapper, stepping, onDone } = props;
  const { word } = ports;
  const order = isOrder(entity, call);
  const [state, operation] = useFormSend(props);
  const [shown, setShown] = useState<Shown>(() => ({
    submitAttempted: false,
    // After a reload the key is still open: the outcome of the last submit is unknown.
    notice:
      state.status === "unknown"
        ? { tone: "warning", title: word("form.openOrder"), detail: word("form.openOrderDetail") }
        : undefined,
  }));
  const patch = (next: Partial<Shown>) => setShown((old) => ({ ...old, ...next }));
  const busy = useRef(false);
  const isReviewing = () => isReview(entity, operation.state);
  /** Renders at once, then focuses the only failing field, else the summary. */
  const show = (next: Partial<Shown>) => {
    const failing = store.failing();
    const [only] = failing;
    const editing = !isReviewing();
    flushSync(() => {
      patch(next);
      if (only && editing) stepping.to(stepping.of(only.top));
    });
    if (editing && failing.length === 1 && only && !next.notice) only.control?.focus();
    else wrapper.current?.querySelector<HTMLElement>("[data-summary]")?.focus();
  };

  /** Places the errors of a refusal at their fields; the summary shows those without a field. */
  const showRefusal = (failure: CallFailure) => {
    const { state: now } = operation;
    if (now.status === "reviewing" && now.changed.length > 0) {
      const title = failure.message || word("form.figures");
      return show({ notice: { tone: "warning", title, detail: word("form.figuresDetail") } });
    }
    const errors = (failure.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
    const unplaced = store.refuse(errors);
    if (errors.length > unplaced.length) operation.edit();
    // Source: specification 8 (X5): the server's message on a signed-in user's password or code is a warning.
    const tone = order || call.access === "public" ? "danger" : "warning";
    show({
      submitAttempted: true,
      notice: errors.length === 0 ? { ...describeRefusal(ports, failure), tone } : unplacedErrorNotice(ports, unplaced),
    });
  };
  const showOutcome = (outcome: Exclude<Outcome, { end: "succeeded" }>, repeatable: boolean) => {
    if (outcome.end === "refused") showRefusal(outcome.failure);
    else if (outcome.end === "unknown" && repeatable) {
      if (outcome.failure) showRefusal(outcome.failure);
      else show({ notice: { tone: "warning", title: word("form.noAnswer") } });
    } else if (outcome.end !== "cancelled")
      show({
        notice: describeOutcome(ports, outcome, { unknown: "form.unknownDetail", offline: "form.offlineDetail" }),
      });
    else if (entity.form.review && store.failing().length > 0) leaveReview();
  };
  /** Returns to the fields: facts that arrived during the review make them invalid. */
  const leaveReview = () => {
    operation.edit();
    show({ submitAttempted: true });
  };
  const run = async (send: () => Promise<Settled | undefined>) => {
    if (busy.current) return;
    busy.current = true;
    patch({ notice: undefined });
    try {
      const settled = await send();
      if (settled?.outcome.end === "succeeded") await onDone(settled.outcome.result, settled.outcome.body);
      else if (settled && !settled.late) showOutcome(settled.outcome, !order);
    } finally {
      busy.current = false;
    }
  };

  const toStep = (id: string) => {
    flushSync(() => {
      patch({ notice: undefined });
      stepping.to(id);
    });
    wrapper.current?.querySelector<HTMLElement>("[data-step]")?.focus();
  };
  const stepSend = useStepOperation({ ports, entity, stepping, toStep, showOutcome, showNotice: patch });
  const submit = () => {
    const { state: now } = operation;
    if (busy.current || stepSend.busy.current || isBusy(now) || isLocked(now) || now.coolingDown) return;
    const names = stepping.last ? undefined : stepping.names;
    const { verdict, loose } = store.submit(names);
    const waiting = store.busyWith(names);
    if (verdict.errors.length > 0 || waiting) {
      show({
        submitAttempted: true,
        notice:
          waiting && verdict.errors.length === 0 ? { tone: "info", title: waiting } : unplacedErrorNotice(ports, loose),
      });
      return;
    }
    if (names) return void stepSend.submitStep(store.outgoing(verdict.value, names));
    const frozen = { ...store.outgoing(verdict.value), ...extra };
    if (!entity.form.review) return void run(() => operation.submit(frozen));
    flushSync(() => {
      void operation.submit(frozen);
      patch({ notice: undefined, submitAttempted: true });
    });
    wrapper.current?.querySelector<HTMLElement>("[data-review]")?.focus();
  };

  const reviewing = isReview(entity, state);
  useEffect(() => {
    if (!reviewing) return undefined;
    return store.watch(() => {
      if (!busy.current && !isLocked(operation.state) && store.failing().length > 0) leaveReview();
    });
  });
  const cooled = state.coolingDown && !isBusy(state);
  // Changed values make it a new attempt rather than a double click, such as a retyped password and Enter.
  useEffect(() => {
    if (order || !cooled) return undefined;
    return store.watch(() => {
      // Showing the errors of a refusal changes the store as well.
      if (!busy.current) operation.endCooldown();
    });
  }, [order, cooled, store, operation]);
  return {
    ...shown,
    step: reviewing ? "review" : "edit",
    frozen: "body" in state ? state.body : undefined,
    changed: state.status === "reviewing" ? state.changed : [],
    sending: isBusy(state) || stepSend.sending,
    coolingDown: state.coolingDown,
    outcomeUnknown: isLocked(state),
    submit,
    confirm: () => !operation.state.coolingDown && void run(() => operation.confirm()),
    back: () => {
      operation.edit();
      patch({ notice: undefined });
    },
    toStep,
    reach: (node) => {
      flushSync(() => stepping.to(stepping.of(node.top)));
      node.control?.focus();
    },
  };
}

/** True for a record and for a call with step-up, which must never be executed twice. A sign-in or a query may be repeated. */
const isOrder = (entity: Entity, call: CallPlan): boolean => entity.source !== "call" || call.stepUp !== undefined;

const isReview = (entity: Entity, state: OperationState): boolean =>
  entity.form.review && "body" in state && state.body !== undefined;

function useFormSend({ store, entity, call, ports }: FormOperationProps) {
  const order = isOrder(entity, call);
  const label = entity.text("label", ports.lang);
  const [key] = useState(
    () =>
      new IdempotencyKey(`order.${ports.user()}.${entity.name}.${call.name}`, order ? sessionStorage : memoryStorage),
  );
  return useOperation({
    call,
    key,
    entity,
    idempotency: order ? "durable" : "memory",
    review: entity.form.review,
    stepUp: call.stepUp,
    guarded: call.guards !== undefined,
    cooldownMs: SUBMIT_COOLDOWN_MS,
    describe: async () =>
      (await import("../operation/step-up-summary.ts")).summarizeAction(entity, store.record(), label, ports.lang),
    notifyLate: (outcome) => describeLate(ports, outcome, label),
  });
}

/** Notification of a form that was unmounted before the response. onDone reports a success. */
function describeLate({ word }: Ports, outcome: Outcome, label: string): LateNotice | undefined {
  switch (outcome.end) {
    case "unknown":
      return { tone: "warning", title: word("form.unknown"), detail: word("form.openOrderDetail") };
    case "offline":
      return { tone: "warning", title: word("form.late", { label }), detail: word("form.offlineDetail") };
    case "refused":
      return { tone: "warning", title: word("form.late", { label }), detail: outcome.failure.message };
    default:
      return undefined;
  }
}

/** Returns the notice of errors that no field of the form shows; undefined without any. */
const unplacedErrorNotice = ({ word }: Ports, errors: readonly CheckError[]): FormNotice | undefined =>
  errors.length > 0
    ? {
        tone: "danger",
        title: word("form.refused"),
        detail: [...new Set(errors.map((error) => error.message))].join(" "),
      }
    : undefined;
