import {
  landing,
  recordCurrency,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { codesIn } from "../schemas/localised.ts";
import { broughtBy } from "./brought.ts";
import type { Happening, LifecycleContext, Stored } from "./context.ts";
import { contextsOf, loadFacts } from "./facts.ts";
import { certify } from "../payments/effects/certify.ts";
import { count } from "../payments/effects/count.ts";
import { firedBy } from "./effects/cascade.ts";
import { candidates, choose, guard, reviewOf, type Review } from "./guard.ts";
import { moveMoney } from "../payments/effects/money.ts";
import { together } from "../core/settle-in-order.ts";
import { codeSet, shortReason, writeReason } from "./reasons.ts";
import { stillStand } from "./references.ts";
import { sealRow } from "../core/sealed-record.ts";
import { add, change, load } from "./store.ts";
import { leaveTraces } from "./traces.ts";
import { eventScope, settings, stamps } from "./values.ts";

/** A change of the record itself that an event stands for: as it was read, and as it will be. */
export interface Edit {
  before: Stored;
  data: Row;
}
/** How often an event of another record is tried while others change that record. */
const TRIES = 10;

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
  const before = edit?.before ?? (await load(tx, entity, actor.merId, id));
  if (!before) throw new Failure("notFound");
  const transitions = candidates(entity, event, before, actor);
  const about = {
    db: tx,
    schemas: context.schemas,
    clock: context.clock,
    actor,
    entity,
    record: before.data,
    given: context.facts,
  };
  const facts = await loadFacts(about, contextsOf(transitions));
  const at = context.clock.now();
  const found = eventScope(entity, before.data, facts, input, at);
  const transition = choose(transitions, found, before.status);
  const review = await reviewOf(tx, entity, id, transition, actor);
  guard(transition, review, actor, await context.proved, found, recordCurrency(entity, before.data));
  if (transition.not === "maker" && !isOver(entity, transition))
    await stillStand(tx, context.schemas, entity, actor.merId, before.data, actor.lang);

  const { brought, own } = await broughtBy(tx, context.schemas, entity, transition, before.data, input, actor, facts);
  const data: Row = { ...(edit?.data ?? before.data), ...sealRow(context.seal, entity, { m: actor.merId, id }, own) };
  writeReason(entity, transition, before.status, data, brought["reason"]);
  const reason = shortReason(transition, brought["reason"]);
  if (reason !== undefined) brought["reason"] = reason;
  const scope = eventScope(entity, data, facts, brought, at);
  Object.assign(
    data,
    settings(entity, transition.set, scope, data),
    landing(entity.lifecycle!, transition),
    stamps(entity, at, ["updatedAt"]),
  );

  const after: Stored = { id, status: transition.to, version: before.version + 1, data };
  await change(tx, entity, actor.merId, before, after, at);
  const happening: Happening = {
    entity,
    transition,
    m: actor.merId,
    id,
    version: after.version,
    from: before.status,
    record: data,
    input: brought,
    reason: reason ?? codeSet(transition, data),
    at,
  };
  await finish(tx, happening, eventScope(entity, data, facts, brought, at), actor, context, review);
  return data;
}

const isOver = (entity: Entity, { to }: TransitionPlan): boolean =>
  entity.lifecycle!.states.some(({ name, final }) => name === to && final);

/** Limits, money, other records' events, the merchant's certification and traces of an event, in this order in every transaction. */
export async function finish(
  tx: Tx,
  happening: Happening,
  scope: Scope,
  actor: Actor,
  context: LifecycleContext,
  review: Review = "free",
): Promise<void> {
  await together(count(tx, happening, scope), moveMoney(tx, happening, scope, context));
  await fireOthers(tx, happening, scope, actor, context);
  await certify(tx, happening, scope, context.forget);
  const due = await leaveTraces(tx, happening, actor, review, (lang) => codesIn(context.schemas, lang));
  if (due && context.wake) tx.afterCommit(context.wake);
}

/** The events that this one leads to at other records. They are its own consequence: who may fire it needs no grant and no proof for them. */
async function fireOthers(
  tx: Tx,
  happening: Happening,
  scope: Scope,
  actor: Actor,
  context: LifecycleContext,
): Promise<void> {
  for (const { entity, id, event, input, merchant } of firedBy(happening, scope)) {
    const target = context.schemas.entities.get(entity);
    if (!target) throw new Error(`no entity ${entity}`);
    if (merchant !== undefined) {
      await give(tx, target, { m: merchant, id, event, input, at: happening.at }, actor, context);
      continue;
    }
    for (let tries = 1; ; tries++) {
      const done = await fire(tx, target, id, event, { ...actor, by: "record" }, input, {
        ...context,
        schemas: context.schemas,
        proved: undefined,
        facts: undefined,
      }).catch((error: unknown) => {
        // Somebody else's event was quicker at the shared record: nothing was written yet, so it is read again.
        if (error instanceof Failure && error.failure === "stale" && tries < TRIES) return undefined;
        throw error;
      });
      if (done) break;
    }
  }
}

/** A record of another merchant's own: made of what the event brings, with nothing of who caused it. */
async function give(
  tx: Tx,
  entity: Entity,
  { m, id, event, input, at }: { m: string; id: string; event: string; input: Row; at: number },
  { lang, traceId }: Actor,
  context: LifecycleContext,
): Promise<void> {
  const [transition] = candidates(entity, event, undefined, { by: "record" });
  if (!transition) return;
  const data: Row = {
    ...input,
    [entity.key]: id,
    ...stamps(entity, at, ["createdAt", "updatedAt"]),
    ...landing(entity.lifecycle!, transition),
  };
  await add(tx, entity, m, { id, status: transition.to, data: sealRow(context.seal, entity, { m, id }, data) }, at);
  const receiver: Actor = { by: "record", merId: m, grants: new Set(), userStatus: 1, lang, traceId };
  await leaveTraces(tx, { entity, transition, m, id, version: 1, record: data, input, at }, receiver, "free", (own) =>
    codesIn(context.schemas, own),
  );
}
