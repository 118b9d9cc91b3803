import {
  recordCurrency,
  findTargetState,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "@portolan/engine";
import { isUser, type Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { refuseDuplicateSpellings } from "../store/duplicate-spellings.ts";
import { readEventInput } from "./event-input.ts";
import type { EffectContext, LifecycleContext, Stored, TransitionEvent } from "./context.ts";
import { runPhase } from "./run-effects.ts";
import { listContexts, loadFacts } from "./facts.ts";
import { findFourEyesStatus, findOwnReview } from "./four-eyes.ts";
import { actsOnFrozen, assertFrozen, changesFrozen, freeze } from "./frozen.ts";
import { guard, listMatchingTransitions, selectTransition } from "./guard.ts";
import { readCodeSet, readShortReason, writeReason } from "./reasons.ts";
import { revalidateReferences } from "./references.ts";
import { sealRow } from "../core/sealed-record.ts";
import { change, load } from "./store.ts";
import { writeSideEffects } from "./side-effects.ts";
import { computeAssignedValues, buildEventScope, requireLifecycle, buildTimestamps } from "./values.ts";

/** An edit that accompanies an event: the record as read, and the data to store. */
export interface Edit {
  before: Stored;
  data: Row;
}

/** An event to fire on a record. */
export interface EventRequest {
  entity: Entity;
  id: string;
  event: string;
  actor: Actor;
  input: Row;
  edit?: Edit;
}

interface Selected {
  before: Stored;
  transition: TransitionPlan;
  review: EffectContext["review"];
  facts: Scope;
  at: number;
}

/**
 * Fires an event on a record inside the caller's transaction and returns the updated record. The caller must roll back
 * when this throws.
 *
 * @throws Failure `notFound`; `transition` when the state or the actor does not allow the event; `notGranted`,
 * `makerIsChecker`, `proofMissing`, `totpNeeded`, `soleAbove`; `invalid` when input is missing or invalid, or a
 * reference of the reviewed record is no longer valid; `stale`, and those of the effects, such as `balance`,
 * `limitReached` and `moneyStopped`; OrderAltered when frozen fields were
 * changed outside of events
 */
export async function fire(tx: Tx, request: EventRequest, context: LifecycleContext): Promise<Row> {
  const { entity, id, actor, input, edit } = request;
  const { tenant } = actor;
  const { before, transition, review, facts, at } = await select(tx, request, context);
  const { brought, own } = await readEventInput(tx, context.schemas, {
    entity,
    transition,
    record: before.data,
    input,
    actor,
    facts,
  });
  const data: Row = { ...(edit?.data ?? before.data), ...sealRow(context.seal, { entity, tenant, id }, own) };
  writeReason(entity, { transition, from: before.status, given: brought["reason"] }, data);
  const reason = readShortReason(transition, brought["reason"]);
  if (reason !== undefined) brought["reason"] = reason;
  Object.assign(
    data,
    computeAssignedValues(
      entity,
      transition.set,
      buildEventScope(entity, { record: data, facts, input: brought, at }),
      data,
    ),
    findTargetState(requireLifecycle(entity), transition),
    buildTimestamps(entity, at, ["updatedAt"]),
  );

  if (!edit)
    await refuseDuplicateSpellings(tx, entity, {
      ...context.vocabulary.accounts,
      tenant,
      id,
      row: data,
      before: before.data,
    });
  const after: Stored = { id, status: transition.to, version: before.version + 1, data };
  const order = { entity, tenant, ...before };
  const isChanged = changesFrozen(context.seal, order, data);
  const isActedOn = actsOnFrozen(entity, transition);
  if (isChanged || isActedOn) await assertFrozen(tx, context.seal, order);
  if (isChanged || (isActedOn && transition.not === "maker"))
    freeze(tx, context.seal, { ...order, ...after }, { event: transition.on, at });
  await change(tx, entity, { tenant, before, after, at });
  const event: TransitionEvent = {
    entity,
    transition,
    tenant,
    id,
    version: after.version,
    from: before.status,
    record: data,
    input: brought,
    reason: reason ?? readCodeSet(transition, data),
    at,
  };
  const scope = buildEventScope(entity, { record: data, facts, input: brought, at });
  await applyEffects(tx, event, scope, { ...context, actor, review });
  // A user who is alone in the tenant reviews by acting, as at the creation.
  const ownReview =
    isUser(actor) && !transition.not
      ? await findOwnReview(tx, { entity, created: transition, record: data }, actor)
      : undefined;
  return ownReview ? fire(tx, { entity, id, event: ownReview.on, actor, input: {} }, context) : data;
}

/**
 * Loads the record and selects the event's transition. Checks the grant, four eyes and the step-up. Also checks the
 * references before a review that does not lead to a final state.
 */
async function select(
  tx: Tx,
  { entity, id, event, actor, input, edit }: EventRequest,
  context: LifecycleContext,
): Promise<Selected> {
  const before = edit?.before ?? (await load(tx, entity, actor.tenant, id));
  if (!before) throw new Failure("notFound");
  const transitions = listMatchingTransitions(entity, event, before, actor);
  const about = { ...context, db: tx, actor, entity, record: before.data, given: context.facts };
  const facts = await loadFacts(about, listContexts(transitions, context.vocabulary));
  const at = context.clock.now();
  const scope = buildEventScope(entity, { record: before.data, facts, input, at });
  const transition = selectTransition(transitions, scope, before.status);
  const review = await findFourEyesStatus(tx, { entity, id }, transition, actor);
  const currency = recordCurrency(entity, before.data);
  guard(transition, { review, actor, proved: await context.proved, scope, currency, ...context.schemas.dialect });
  if (transition.not === "maker" && !isFinal(entity, transition))
    await revalidateReferences({ db: tx, schemas: context.schemas }, entity, before.data, actor);
  return { before, transition, review, facts, at };
}

const isFinal = (entity: Entity, { to }: TransitionPlan): boolean =>
  requireLifecycle(entity).states.some(({ name, final }) => name === to && final);

/**
 * Runs the effects of an event phase by phase, in the same order in every transaction, then writes its side effects.
 */
export async function applyEffects(
  tx: Tx,
  event: TransitionEvent,
  scope: Scope,
  context: EffectContext,
): Promise<void> {
  for (const phase of ["claim", "cascade", "settle"] as const) await runPhase(phase, tx, { event, scope }, context);
  await writeSideEffects(tx, event, scope, context);
}
