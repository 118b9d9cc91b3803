import { canTransition, evaluate, startOfDay, type Expression, type Row, type Scope } from "@portolan/engine";
import { AUDIT } from "../audit/audit.ts";
import type { Actor } from "../core/actor.ts";
import { settleInOrder } from "../core/settle-in-order.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Tx } from "../store/database.ts";
import { createTrailInsert } from "../store/insert-rows.ts";
import { formatPostingStep, type EffectContext, type TransitionEvent } from "./context.ts";
import { parseDurationMs } from "./duration.ts";
import { runPhase } from "./run-effects.ts";
import { requireLifecycle, buildStoredScope } from "./values.ts";

/** Name of the job that fires clock events. */
export const CLOCK_JOB = "lifecycle.clock";

/**
 * Writes a transition's side effects in its transaction: timeline entry, effects of phase `record`, clock jobs, audit
 * row.
 */
export async function writeSideEffects(
  tx: Tx,
  event: TransitionEvent,
  scope: Scope,
  context: EffectContext,
): Promise<void> {
  const { actor, review, notifyWorker } = context;
  addTimelineEntry(tx, event, actor);
  const { entity, transition, tenant, id, at, from, version } = event;
  await settleInOrder(
    runPhase("record", tx, { event, scope }, context),
    tx.write(AUDIT, {
      tenant,
      at,
      actor: actor.userId ?? actor.by,
      action: `${entity.name}.${transition.on}`,
      object: `${entity.name}/${id}`,
      ip: actor.ip,
      traceId: actor.traceId,
      detail: {
        from: from ?? null,
        to: transition.to,
        version,
        ...(review === "sole" || review === "lone" ? { sole: true } : {}),
        ...event.noted,
      },
    }),
  );
  if (addClockJobs(tx, event) && notifyWorker) tx.afterCommit(notifyWorker);
}

/** Columns of `order_event`, in the order of `createTimelineRow`. */
export const TIMELINE_COLUMNS: readonly string[] =
  "m order_kind order_id seq event from to by user_id username reason at cause".split(" ");

/** Returns the timeline entry of an event. `cause`: the provider's message that caused it. */
export const createTimelineRow = (
  { tenant, entity, id, version, transition, from, reason, at }: TransitionEvent,
  { by, userId, username }: Actor,
  cause: string | null,
): unknown[] => [
  tenant,
  entity.name,
  id,
  version,
  transition.on,
  from ?? null,
  transition.to,
  by,
  userId ?? null,
  username ?? null,
  reason ?? null,
  new Date(at).toISOString(),
  cause,
];

function addTimelineEntry(tx: Tx, event: TransitionEvent, actor: Actor): void {
  void tx.write(TIMELINE, createTimelineRow(event, actor, actor.by === "provider" ? actor.traceId : null));
}

const TIMELINE = createTrailInsert({ table: "order_event", columns: TIMELINE_COLUMNS });

/**
 * Enqueues the clock events that become due after a time in the new state, or at a date in the record. Returns whether
 * one is due at once.
 */
export function addClockJobs(
  tx: Tx,
  event: Pick<TransitionEvent, "tenant" | "entity" | "id" | "version" | "transition" | "record" | "at">,
): boolean {
  const { tenant, entity, id, version, transition, at } = event;
  const payload = { entity: entity.name, id, version };
  const about = `${tenant}/${entity.name}/${id}/${formatPostingStep(event)}`;
  let atOnce = false;
  const schedule = (dedupe: string, runAt: number, job: Row) => {
    enqueue(tx, { kind: CLOCK_JOB, dedupe, tenant, runAt, payload: job });
    atOnce ||= runAt <= at;
  };
  for (const next of requireLifecycle(entity).transitions) {
    if (next.by !== "clock" || !canTransition(next, transition.to, event.record)) continue;
    const due = next.at && computeDueAt(event, next.at);
    // Changes that keep the due time share one job. Its handler checks whether the event still applies.
    if (due !== undefined)
      schedule(`${tenant}/${entity.name}/${id}/${next.on}@${Math.max(due, at)}`, Math.max(due, at), {
        entity: entity.name,
        id,
        event: next.on,
      });
    if (next.after) schedule(`${about}/${next.on}`, at + parseDurationMs(next.after), { ...payload, event: next.on });
  }
  return atOnce;
}

/**
 * Evaluates when a clock event is due, in milliseconds. A date means midnight in the dialect's time zone. Undefined
 * without a valid date or timestamp.
 */
export function computeDueAt(
  { entity, record }: Pick<TransitionEvent, "entity" | "record">,
  at: Expression,
): number | undefined {
  const value = evaluate(at, buildStoredScope(entity, record));
  if (typeof value !== "string") return undefined;
  const ms = value.length === 10 ? startOfDay(value, entity.dialect.zone) : Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}
