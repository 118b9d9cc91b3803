/**
 * Shows the result of a submit: a notice, errors at their fields, and the focus on the only invalid field or on the
 * summary.
 */
import { useState } from "react";
import { flushSync } from "react-dom";
import type { CheckError } from "../model/entity.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { describeOutcome, describeRefusal } from "../operation/messages.ts";
import type { Operation } from "../operation/run.ts";
import type { Outcome } from "../operation/state.ts";
import type { FormNotice } from "./ErrorSummary.tsx";
import { type FormOperationProps, isOrder, isReview } from "./use-form-send.tsx";

export interface Shown {
  /** Whether errors may be summarised: values were rejected, by the check or by the server, or a review was opened. */
  submitAttempted: boolean;
  notice: FormNotice | undefined;
}

export function useFormNotice(props: FormOperationProps, operation: Operation) {
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
export const createUnplacedErrorNotice = ({ t }: Ports, errors: readonly CheckError[]): FormNotice | undefined =>
  errors.length > 0
    ? {
        tone: "danger",
        title: t("form.refused"),
        detail: [...new Set(errors.map((error) => error.message))].join(" "),
      }
    : undefined;
