import { canTransition, type Entity } from "@portolan/engine";
import { createSystemActor } from "../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { isProvider } from "../core/actor.ts";
import { load } from "../lifecycle/store.ts";
import type { Tx } from "../store/database.ts";
import type { ProviderEvent } from "./provider-port.ts";

/** Order that a provider event changes, and the request that it answers. */
export interface EventTarget {
  entity: Entity;
  tenant: string;
  /** Request that the event answers. `job` and `version` are omitted when unknown. */
  ask: { order: { id: string; version?: number | undefined }; job?: string | undefined };
}

/** Returns whether a provider transition is possible in the order's state, or false if the order does not exist. */
export async function isWaiting(tx: Tx, { entity, tenant, ask }: EventTarget): Promise<boolean> {
  const record = await load(tx, entity, tenant, ask.order.id);
  return (entity.lifecycle?.transitions ?? []).some(
    (transition) =>
      isProvider(transition) && record !== undefined && canTransition(transition, record.status, record.data),
  );
}

/**
 * Result of an event. `fired`: the order changed. `taken`: the event was fired before. `repeatedAsk`: the event answers
 * a request whose job a later event has enqueued again, so the order may have changed in between. `notNext`: the
 * order's state has no provider transition for it.
 */
export type EventOutcome = "fired" | "taken" | "repeatedAsk" | "notNext";

/**
 * Fires a provider event on its order if the order's state has a provider transition for it, unless the event was fired
 * before or its request has been repeated.
 *
 * @throws Failure as `fire`: `invalid` for input that the transition does not allow
 * @example
 * const outcome = await fireEvent(tx, { entity, tenant: "100001", ask: { order: { id: "WD1" } } }, { id: "e1", event: "paid", input: {} }, context);
 */
export async function fireEvent(
  tx: Tx,
  { entity, tenant, ask }: EventTarget,
  { id: eventId, event, input }: Pick<ProviderEvent, "id" | "event" | "input">,
  context: LifecycleContext,
): Promise<EventOutcome> {
  const { id } = ask.order;
  const past = await readPast(tx, entity, { tenant, id });
  if (past.some((item) => item.cause === eventId && item.event === event)) return "taken";
  const record = await load(tx, entity, tenant, id);
  const transitions = entity.lifecycle?.transitions ?? [];
  const isNext = transitions.some(
    (transition) =>
      transition.on === event &&
      isProvider(transition) &&
      record &&
      canTransition(transition, record.status, record.data),
  );
  if (!isNext) return "notNext";
  if (isRequestedAgain(entity, past, ask)) return "repeatedAsk";
  await fire(tx, { entity, id, event, actor: createSystemActor("provider", tenant, eventId), input }, context);
  return "fired";
}

/** Same as `fireEvent`, but returns only whether the order changed. */
export const tryFireEvent = async (...args: Parameters<typeof fireEvent>): Promise<boolean> =>
  (await fireEvent(...args)) === "fired";

interface PastEvent {
  seq: number;
  event: string;
  /** Id of the provider event that fired it, if any. */
  cause: string | null;
}

/** Reads the past events of an order. */
export const readPast = async (
  tx: Tx,
  entity: Entity,
  { tenant, id }: { tenant: string; id: string },
): Promise<readonly PastEvent[]> =>
  tx.query("SELECT seq, event, cause FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3", [
    tenant,
    entity.name,
    id,
  ]);

/**
 * Returns whether a later event of the order enqueued the request's job again, or false if the job or the version is
 * unknown.
 */
export function isRequestedAgain(
  { lifecycle }: Entity,
  past: readonly PastEvent[],
  { job, order: { version = Infinity } }: EventTarget["ask"],
): boolean {
  const transitions = (lifecycle?.transitions ?? []).filter(
    (transition) => transition.job !== undefined && transition.job === job,
  );
  return past.some(({ seq, event }) => seq > version && transitions.some(({ on }) => on === event));
}
