import {
  targetState,
  recordCurrency,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { readEventInput } from "./event-input.ts";
import type { EffectContext, TransitionEvent, LifecycleContext, Stored } from "./context.ts";
import { runPhase } from "./effects/run.ts";
import { contextsOf, loadFacts } from "./facts.ts";
import { matchingTransitions, selectTransition, guard, fourEyesStatus } from "./guard.ts";
import { codeSet, shortReason, writeReason } from "./reasons.ts";
import { revalidateReferences } from "./references.ts";
import { sealRow } from "../core/sealed-record.ts";
import { change, load } from "./store.ts";
import { writeSideEffects } from "./side-effects.ts";
import { eventScope, assignedValues, timestamps } from "./values.ts";

/** A change of the record itself that an event stands for: as it was read, and as it will be stored. */
export interface Edit {
  before: Stored;
  data: Row;
}

/**
 * Fires an event at a record inside the caller's transaction; the record afterwards. Throws `notFound`, `transition` (the state does not lead on by
 * this event, or it is not this actor's), `notGranted`, `makerIsChecker`, `proofMissing`, `totpNeeded`, `invalid` (a needed field is missing),
 * `stale`, `balance`, `limitReached`. A call that throws must roll back; then nothing has changed.
 */
export async function fire(
  tx: Tx,
  entity: Entity,
  id: string,
  event: string,
  actor: Actor,
  input: Row,
  context: LifecycleContext,
  edit?: Edit,
): Promise<Row> {
  const before = edit?.before ?? (await load(tx, entity, actor.tenant, id));
  if (!before) throw new Failure("notFound");
  const transitions = matchingTransitions(entity, event, before, actor);
  const about = { ...context, db: tx, actor, entity, record: before.data, given: context.facts };
  const facts = await loadFacts(about, contextsOf(transitions, context.vocabulary));
  const at = context.clock.now();
  const found = eventScope(entity, before.data, facts, input, at);
  const transition = selectTransition(transitions, found, before.status);
  const review = await fourEyesStatus(tx, entity, id, transition, actor);
  guard(transition, review, actor, await context.proved, found, recordCurrency(entity, before.data));
  if (transition.not === "maker" && !isOver(entity, transition))
    await revalidateReferences(tx, context.schemas, entity, actor.tenant, before.data, actor.lang);

  const { brought, own } = await readEventInput(
    tx,
    context.schemas,
    entity,
    transition,
    before.data,
    input,
    actor,
    facts,
  );
  const data: Row = {
    ...(edit?.data ?? before.data),
    ...sealRow(context.seal, entity, { tenant: actor.tenant, id }, own),
  };
  writeReason(entity, transition, before.status, data, brought["reason"]);
  const reason = shortReason(transition, brought["reason"]);
  if (reason !== undefined) brought["reason"] = reason;
  const scope = eventScope(entity, data, facts, brought, at);
  Object.assign(
    data,
    assignedValues(entity, transition.set, scope, data),
    targetState(entity.lifecycle!, transition),
    timestamps(entity, at, ["updatedAt"]),
  );

  const after: Stored = { id, status: transition.to, version: before.version + 1, data };
  await change(tx, entity, actor.tenant, before, after, at);
  const happening: TransitionEvent = {
    entity,
    transition,
    tenant: actor.tenant,
    id,
    version: after.version,
    from: before.status,
    record: data,
    input: brought,
    reason: reason ?? codeSet(transition, data),
    at,
  };
  await applyEffects(tx, happening, eventScope(entity, data, facts, brought, at), {
    ...context,
    actor,
    review,
  });
  return data;
}

const isOver = (entity: Entity, { to }: TransitionPlan): boolean =>
  entity.lifecycle!.states.some(({ name, final }) => name === to && final);

/** Runs the effects of an event phase by phase, in this order in every transaction, and leaves its traces. */
export async function applyEffects(
  tx: Tx,
  happening: TransitionEvent,
  scope: Scope,
  context: EffectContext,
): Promise<void> {
  for (const phase of ["claim", "cascade", "settle"] as const) await runPhase(phase, tx, { happening, scope }, context);
  await writeSideEffects(tx, happening, scope, context);
}
