/** Effect `fires`: fires events on other records as a consequence of an event. */
import {
  Decimal,
  evaluate,
  findTargetState,
  UNKNOWN,
  type Entity,
  type Expression,
  type Row,
  type Scope,
  type TransitionPlan,
} from "@portolan/engine";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import { sealRow } from "../../core/sealed-record.ts";
import type { Tx } from "../../store/database.ts";
import type { EffectContext, EffectExecutor, TransitionEvent } from "../context.ts";
import { fire } from "../fire.ts";
import { listMatchingTransitions } from "../guard.ts";
import { add } from "../store.ts";
import { writeSideEffects } from "../side-effects.ts";
import { buildEventScope, evaluateText, requireLifecycle, buildTimestamps, type Evaluation } from "../values.ts";

/** Maximum number of attempts to fire an event on a record that concurrent events change. */
const TRIES = 10;

export interface CascadedEvent {
  entity: string;
  id: string;
  event: string;
  input: Row;
  /** Tenant of the new record, when the event creates one. */
  tenant?: string;
}

/**
 * Returns the events that an event fires on other records, with their input.
 *
 * @throws Failure `invalid` with the field when the record's id or the tenant is unknown
 */
export function listCascadedEvents({ fires = [] }: TransitionPlan, evaluation: Evaluation): CascadedEvent[] {
  return fires.map((fire) => ({
    entity: fire.entity,
    id: evaluateText(fire.id, evaluation),
    event: fire.event,
    input: evaluateInput(fire.with, evaluation.scope),
    ...(fire.tenant ? { tenant: evaluateText(fire.tenant, evaluation) } : {}),
  }));
}

/** Evaluates the input of a cascaded event to JSON. Omits unknown values. */
function evaluateInput(values: Record<string, Expression>, scope: Scope): Row {
  const known = Object.entries(values)
    .map(([name, expression]) => [name, evaluate(expression, scope)] as const)
    .filter(([, value]) => value !== UNKNOWN);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      value instanceof Decimal ? value.toString() : typeof value === "bigint" ? Number(value) : value,
    ]),
  );
}

/**
 * Fires the cascaded events. They need no grant and no step-up, because the original event was authorised for both
 * records.
 */
export const cascade: EffectExecutor = {
  effect: "fires",
  phase: "cascade",
  expressions: ({ fires = [] }) =>
    fires.flatMap(({ id, tenant, with: brought }) => [id, ...(tenant ? [tenant] : []), ...Object.values(brought)]),
  run: async (tx, event, scope, context) => {
    const { entity, transition } = event;
    for (const fired of listCascadedEvents(transition, { entity, scope, lang: context.actor.lang })) {
      const target = context.schemas.entities.get(fired.entity);
      if (!target) throw new Error(`no entity ${fired.entity}`);
      if (fired.tenant === undefined) await fireAt(tx, target, fired, context);
      else await createFor(tx, target, { ...fired, tenant: fired.tenant, at: event.at }, context);
    }
  },
};

/** Fires an event on another record of the tenant. */
async function fireAt(
  tx: Tx,
  entity: Entity,
  { id, event, input }: CascadedEvent,
  context: EffectContext,
): Promise<void> {
  const actor: Actor = { ...context.actor, by: "record" };
  for (let tries = 1; ; tries++) {
    const done = await fire(
      tx,
      { entity, id, event, actor, input },
      {
        ...context,
        proved: undefined,
        facts: undefined,
      },
    ).catch((error: unknown) => {
      // Another event has changed the target record. Nothing has been written yet, so reload the record and retry.
      if (error instanceof Failure && error.failure === "stale" && tries < TRIES) return undefined;
      throw error;
    });
    if (done) return;
  }
}

/**
 * Creates a record of another tenant from the event's input. Of the actor, only the language and the trace id are kept.
 */
async function createFor(
  tx: Tx,
  entity: Entity,
  { tenant, id, event, input, at }: CascadedEvent & { tenant: string; at: number },
  context: EffectContext,
): Promise<void> {
  const [transition] = listMatchingTransitions(entity, event, undefined, { by: "record" });
  if (!transition) return;
  const record: Row = {
    ...input,
    [entity.key]: id,
    ...buildTimestamps(entity, at, ["createdAt", "updatedAt"]),
    ...findTargetState(requireLifecycle(entity), transition),
  };
  await add(tx, entity, {
    tenant,
    id,
    status: transition.to,
    data: sealRow(context.seal, { entity, tenant, id }, record),
    at,
  });
  const { lang, traceId } = context.actor;
  const actor: Actor = { by: "record", tenant, grants: new Set(), userStatus: 1, lang, traceId };
  const transitionEvent: TransitionEvent = { entity, transition, tenant, id, version: 1, record, input, at };
  await writeSideEffects(tx, transitionEvent, buildEventScope(entity, { record, facts: {}, input, at }), {
    ...context,
    actor,
    review: "free",
  });
}
