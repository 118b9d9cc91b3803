import { targetState, type Entity, type Row, type TransitionPlan } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { refuseTwins } from "../store/twins.ts";
import { settleInOrder } from "../core/settle-in-order.ts";
import { validateRecord, pickWritable } from "./validate-record.ts";
import type { TransitionEvent, LifecycleContext } from "./context.ts";
import { applyEffects, fire } from "./fire.ts";
import { matchingTransitions, selectTransition, guard, findOwnReview } from "./guard.ts";
import { recordNumber, soleId } from "./number.ts";
import { codeSet } from "./reasons.ts";
import { sealRow } from "../core/sealed-record.ts";
import { add } from "./store.ts";
import { eventScope, sameFigure, assignedValues, timestamps } from "./values.ts";

/**
 * Makes a record by the lifecycle's creation event, inside the caller's transaction; the record. Where its maker is the merchant's only user, his
 * own review follows at once (`sole`), and the record is as that left it. Throws `invalid` with field errors, the
 * failure of a gate, `figuresChanged` (params `field`, `assertFiguresConfirmed`, `actual`), `limitReached`, `balance`, `proofMissing`, `totpNeeded`,
 * `soleAbove`, `notGranted`, `transition`. A call that throws must roll back.
 */
export async function create(
  tx: Tx,
  entity: Entity,
  input: Row,
  actor: Actor,
  context: LifecycleContext,
  event?: string,
): Promise<Row> {
  const tenant = actor.tenant;
  const at = context.clock.now();
  const transitions = matchingTransitions(entity, event, undefined, actor);
  const allowed = async (transition: TransitionPlan) => guard(transition, "free", actor, await context.proved, {});

  const own = actor.by === "merchant" ? pickWritable(entity, input) : fieldsOf(entity, input);
  const [, { record, figures, facts }] = await settleInOrder(
    allowed(transitions[0]!),
    validateRecord(tx, entity, own, {
      actor,
      schemas: context.schemas,
      vocabulary: context.vocabulary,
      clock: context.clock,
      given: context.facts,
    }),
  );
  assertFiguresConfirmed(entity, input, figures);
  const scope = eventScope(entity, record, facts, input, at);
  const transition = selectTransition(transitions, scope, "");
  await allowed(transition);

  const draft: Row = {
    ...record,
    ...assignedValues(entity, transition.set, scope, record),
    ...timestamps(entity, at, ["createdAt", "updatedAt"]),
    ...targetState(entity.lifecycle!, transition),
  };
  const given =
    typeof draft[entity.key] === "string" && !entity.field(entity.key).readOnly ? String(draft[entity.key]) : undefined;
  const known = given ?? soleId(entity, tenant);
  const id = known ?? recordNumber(entity.number ?? "", at);
  const data: Row = { ...draft, [entity.key]: id };
  const happening: TransitionEvent = {
    entity,
    transition,
    tenant,
    id,
    version: 1,
    record: data,
    input,
    reason: codeSet(transition, data),
    at,
  };
  const after = eventScope(entity, data, facts, input, at);
  await refuseTwins(tx, entity, tenant, id, data);
  const [review] = await settleInOrder(
    findOwnReview(tx, entity, transition, data, actor),
    add(
      tx,
      entity,
      tenant,
      {
        id,
        status: transition.to,
        data: sealRow(context.seal, entity, { tenant, id }, data),
        numbered: known === undefined,
      },
      at,
    ),
    applyEffects(tx, happening, after, { ...context, schemas: context.schemas, actor, review: "free" }),
  );
  return review ? fire(tx, entity, id, review.on, actor, {}, context) : data;
}

/** What a machine brings for the record; the rest of its words are only the event's. */
function fieldsOf(entity: Entity, input: Row): Row {
  const names = new Set(entity.fields.map((field) => field.name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}

/** Throws `figuresChanged` when a computed figure is not the one that the person saw and confirmed. */
function assertFiguresConfirmed(entity: Entity, input: Row, figures: Row): void {
  for (const field of entity.fields) {
    if (!field.compute || input[field.name] === undefined) continue;
    const [seen, actual] = [input[field.name], figures[field.name]];
    if (!sameFigure(field, seen, actual))
      throw new Failure("figuresChanged", { field: field.name, confirmed: String(seen), actual: String(actual ?? "") });
  }
}
