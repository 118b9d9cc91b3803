/** From the button to the answer: check, review, step-up, one call with one key, and what came of it. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CallPlan, CheckError, Entity, Row } from "../model/entity.ts";
import type { CallFailure, CallResult, Ports } from "../model/ports.ts";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import type { FormNotice } from "./ErrorSummary.tsx";
import { type Changed, changedFigures } from "../operation/figures.ts";
import type { FormNode } from "../form-store/nodes.ts";
import { hold } from "../operation/navigation-guard.ts";
import { memoryStorage, IdempotencyKey } from "../operation/idempotency-key.ts";
import { codes } from "../operation/refusals.ts";
import { type Outcome, send } from "../operation/send.ts";
import type { Stepping } from "./steps.tsx";
import type { FormStore } from "../form-store/store.ts";

/** How long the button rests after a click. Source: specification K4. */
const REST_MS = 2_000;

export interface Submission {
  step: "edit" | "review";
  /** The record of the review, frozen. */
  frozen: Row | undefined;
  /** Figures that the server counts differently from what the person saw. */
  changed: Changed[];
  /** A submit was refused for its fields at least once. */
  tried: boolean;
  sending: boolean;
  resting: boolean;
  /** Sent without an answer: only asking again, with the same key and body, can end it. */
  uncertain: boolean;
  notice: FormNotice | undefined;
  submit(): void;
  confirm(): void;
  back(): void;
  /** Opens another step; nothing is lost. */
  toStep(id: string): void;
  /** Opens the step that a field stands in and puts the focus there. */
  reach(node: FormNode): void;
}
interface Given {
  store: FormStore;
  entity: Entity;
  call: CallPlan;
  ports: Ports;
  extra: Row;
  wrapper: RefObject<HTMLElement | null>;
  stepping: Stepping;
  onDone(map: CallResult, sent: Row): Promise<void>;
}
interface State {
  step: Submission["step"];
  frozen?: Row;
  changed: Changed[];
  tried: boolean;
  sending: boolean;
  resting: boolean;
  uncertain: boolean;
  notice?: FormNotice;
}

export function useSubmit({ store, entity, call, ports, extra, wrapper, stepping, onDone }: Given): Submission {
  const { word } = ports;
  // A record or a confirmed call is an order, which must never happen twice; a sign-in or a question may be asked again.
  const order = entity.source !== "call" || call.stepUp !== undefined;
  const [key] = useState(
    () =>
      new IdempotencyKey(`order.${ports.user()}.${entity.name}.${call.name}`, order ? sessionStorage : memoryStorage),
  );
  const [state, setState] = useState<State>(() => ({
    step: "edit",
    changed: [],
    tried: false,
    sending: false,
    resting: false,
    uncertain: false,
    // A reload in the middle of an order: the key is still open, and the person should know.
    notice: key.open
      ? { tone: "warning", title: word("form.openOrder"), detail: word("form.openOrderDetail") }
      : undefined,
  }));
  const busy = useRef(false);
  const here = useIsMounted();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const patch = (next: Partial<State>) => setState((old) => ({ ...old, ...next }));
  const rest = () => {
    patch({ resting: true });
    timer.current = setTimeout(() => patch({ resting: false }), REST_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // What is no order may be asked again as soon as it was answered and changed: a password typed anew, and Enter.
  useEffect(() => {
    if (order || !state.resting || state.sending) return undefined;
    return store.watch(() => {
      clearTimeout(timer.current);
      patch({ resting: false });
    });
  });
  /** Shows what must be seen at once and puts the focus there. */
  const show = (next: Partial<State>) => {
    const failing = store.failing();
    const [only] = failing;
    flushSync(() => {
      patch(next);
      if (only && next.step !== "review") stepping.to(stepping.of(only.top));
    });
    if (next.step !== "review" && failing.length === 1 && only && !next.notice) only.control?.focus();
    else wrapper.current?.querySelector<HTMLElement>("[data-summary]")?.focus();
  };
  const loosely = (errors: readonly CheckError[]): FormNotice | undefined =>
    errors.length > 0
      ? {
          tone: "danger",
          title: word("form.refused"),
          detail: [...new Set(errors.map((error) => error.message))].join(" "),
        }
      : undefined;

  const submit = () => {
    if (busy.current || state.resting || state.sending || state.uncertain) return;
    const names = stepping.last ? undefined : stepping.names;
    const { verdict, loose } = store.submit(names);
    const waiting = store.busyWith(names);
    if (verdict.errors.length > 0 || waiting) {
      show({
        tried: true,
        notice: waiting && verdict.errors.length === 0 ? { tone: "info", title: waiting } : loosely(loose),
      });
      return;
    }
    if (names) {
      void goOn(store.outgoing(verdict.value, names));
      return;
    }
    const frozen = { ...store.outgoing(verdict.value), ...extra };
    if (entity.form.review) {
      flushSync(() => patch({ step: "review", frozen, changed: [], notice: undefined, tried: true }));
      wrapper.current?.querySelector<HTMLElement>("[data-review]")?.focus();
      return;
    }
    void go(frozen);
  };
  // A fact that came after the review was opened may refuse what stands in it: back to the field that it is about.
  useEffect(() => {
    if (state.step !== "review") return undefined;
    return store.watch(() => {
      if (!busy.current && store.failing().length > 0) show({ step: "edit", tried: true });
    });
  });
  const toStep = (id: string) => {
    flushSync(() => {
      patch({ notice: undefined });
      stepping.to(id);
    });
    wrapper.current?.querySelector<HTMLElement>("[data-step]")?.focus();
  };
  /** The next step, after this one's own call took what was filled in. */
  const goOn = async (body: Row) => {
    const next = stepping.open[stepping.at + 1]!.id;
    const { call: name } = stepping.current;
    if (!name) return toStep(next);
    busy.current = true;
    patch({ sending: true, notice: undefined });
    try {
      const plan = await ports.callNamed?.(name);
      if (!plan) throw new Error(`no way to the call ${name}`);
      // A step may be sent again when the person comes back to it: it is no order.
      const outcome = await send(ports, plan, entity, body, new IdempotencyKey("", memoryStorage));
      patch({ sending: false });
      if (outcome.end === "done") toStep(next);
      else if (outcome.end === "unknown" && !outcome.failure)
        show({ notice: { tone: "warning", title: word("form.noAnswer") } });
      else if (outcome.end === "offline")
        show({ notice: { tone: "warning", title: word("form.offline"), detail: word("form.offlineDetail") } });
      else if (outcome.end !== "cancelled") refused(outcome.failure!, body);
    } finally {
      busy.current = false;
      patch({ sending: false });
    }
  };
  const confirm = () => {
    if (!state.resting && state.frozen) void go(state.frozen);
  };

  const go = async (frozen: Row) => {
    if (busy.current) return;
    busy.current = true;
    rest();
    patch({ sending: true, frozen, notice: undefined });
    const answered = order ? hold(ports, key, "sent") : undefined;
    try {
      const label = entity.text("label", ports.lang);
      const outcome = await send(ports, call, entity, frozen, key, { record: store.record(), act: label });
      answered?.();
      patch({ sending: false });
      if (!here() && outcome.end !== "done") tellLate(outcome, label);
      else if (outcome.end === "done") {
        patch({ uncertain: false });
        await onDone(outcome.map, frozen);
      } else if (outcome.end === "unknown" && !order) {
        key.drop();
        if (outcome.failure) refused(outcome.failure, frozen);
        else show({ notice: { tone: "warning", title: word("form.noAnswer") } });
      } else if (outcome.end === "unknown")
        show({
          uncertain: true,
          notice: {
            tone: "warning",
            title: word("form.unknown"),
            detail: word("form.unknownDetail"),
            traceId: outcome.failure?.traceId,
          },
        });
      else if (outcome.end === "offline")
        show({ notice: { tone: "warning", title: word("form.offline"), detail: word("form.offlineDetail") } });
      else if (outcome.end !== "cancelled") refused(outcome.failure, frozen);
      // A fact that came while the password was asked for has found nobody who listened.
      else if (entity.form.review && store.failing().length > 0) show({ step: "edit", tried: true });
    } finally {
      busy.current = false;
      patch({ sending: false });
    }
  };

  /** Nobody is at the form any more: what became of it is said where the person is. */
  const tellLate = (outcome: Exclude<Outcome, { end: "done" }>, label: string) => {
    if (outcome.end === "unknown") ports.notify("warning", word("form.unknown"), word("form.openOrderDetail"));
    else if (outcome.end === "offline")
      ports.notify("warning", word("form.late", { label }), word("form.offlineDetail"));
    else if (outcome.end !== "cancelled")
      ports.notify("warning", word("form.late", { label }), outcome.failure.message);
  };
  const refused = (failure: CallFailure, frozen: Row) => {
    const certain = { uncertain: state.uncertain && key.open };
    const changed = failure.code === codes.figuresChanged ? changedFigures(failure, frozen) : [];
    if (changed.length > 0 && entity.form.review) {
      const next = { ...frozen, ...Object.fromEntries(changed.map((figure) => [figure.name, figure.now])) };
      show({
        ...certain,
        step: "review",
        frozen: next,
        changed,
        notice: { tone: "warning", title: failure.message || word("form.figures"), detail: word("form.figuresDetail") },
      });
      return;
    }
    const errors = (failure.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
    const loose = store.refuse(errors);
    // Without the server's own words the trace number is what helps support.
    // Source: specification 8 (X5): the server's message on a signed-in person's password or code is a warning.
    const whole: FormNotice = {
      tone: order || call.access === "public" ? "danger" : "warning",
      title: failure.message || word("form.broken"),
      traceId: failure.code < 4000 || failure.code >= 5000 ? failure.traceId : undefined,
    };
    show({
      ...certain,
      step: errors.length > loose.length ? "edit" : state.step,
      tried: true,
      notice: errors.length === 0 ? whole : loosely(loose),
    });
  };

  const reach = (node: FormNode) => {
    flushSync(() => stepping.to(stepping.of(node.top)));
    node.control?.focus();
  };
  return {
    ...state,
    frozen: state.frozen,
    notice: state.notice,
    submit,
    confirm,
    back: () => patch({ step: "edit", notice: undefined, changed: [] }),
    toStep,
    reach,
  };
}
