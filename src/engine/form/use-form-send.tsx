/**
 * Submits a form as an operation, with an idempotency key, which is kept across reloads for orders, and with review and
 * step-up where the schema requires them.
 */
import { type RefObject, useState } from "react";
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallResult, Ports } from "../model/ports.ts";
import { findText } from "../entity/labels.ts";
import type { FormStore } from "../form-store/store.ts";
import { IdempotencyKey, memoryStorage } from "../operation/idempotency-key.ts";
import type { LateNotice } from "../operation/run.ts";
import type { OperationState, Outcome } from "../operation/state.ts";
import { useOperation } from "../operation/use-operation.tsx";
import type { Stepping } from "./stepping.ts";

/** How long the button is disabled after a click, in ms, for products that set no time. */
const SUBMIT_COOLDOWN_MS = 2_000;

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
/**
 * Returns whether a call must never be executed twice: it writes a record or requires step-up. A sign-in or a query may
 * be repeated.
 */
export const isOrder = (entity: Entity, call: CallPlan): boolean =>
  entity.source !== "call" || call.stepUp !== undefined;

export const isReview = (entity: Entity, state: OperationState): boolean =>
  entity.form.review && "body" in state && state.body !== undefined;

export function useFormSend({ store, entity, call, ports }: FormOperationProps) {
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
    cooldownMs: ports.dialect.doubleClickMs ?? SUBMIT_COOLDOWN_MS,
    describe: async () =>
      (await import("../operation/step-up-summary.ts")).describeForm(
        entity,
        { record: store.record(), contexts: store.contexts },
        {
          label: findText(entity, "form.submit", ports.lang) ?? ports.t("form.submit"),
          event: call.events[0],
        },
        ports.lang,
      ),
    notifyLate: (outcome) => describeLate(ports, outcome, label),
  });
}

/**
 * Returns the notification for a form that was unmounted before the response arrived. Successes are reported by onDone.
 */
function describeLate({ t }: Ports, outcome: Outcome, label: string): LateNotice | undefined {
  switch (outcome.end) {
    case "unknown":
      return { tone: "warning", title: t("form.unknown"), detail: t("form.openOrderDetail") };
    case "offline":
      return { tone: "warning", title: t("form.late", { label }), detail: t("form.offlineDetail") };
    case "refused":
      return { tone: "warning", title: t("form.late", { label }), detail: outcome.failure.message };
    default:
      return undefined;
  }
}
