import { isObject, findTargetState, type Entity, type Row, type TransitionPlan } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { refuseDuplicateSpellings } from "../store/duplicate-spellings.ts";
import { settleInOrder } from "../core/settle-in-order.ts";
import { pickWritable, validateRecord } from "./validate-record.ts";
import type { LifecycleContext, TransitionEvent } from "./context.ts";
import { applyEffects, fire } from "./fire.ts";
import { findOwnReview } from "./four-eyes.ts";
import { freeze, listFrozenStates } from "./frozen.ts";
import { guard, listMatchingTransitions, selectTransition } from "./guard.ts";
import { createRecordNumber, buildSoleId } from "./order-number.ts";
import { readCodeSet } from "./reasons.ts";
import { sealRow } from "../core/sealed-record.ts";
import { add } from "./store.ts";
import { computeAssignedValues, buildEventScope, requireLifecycle, isSameFigure, buildTimestamps } from "./values.ts";

/** A record to create. `event`: the creation event, optional when the lifecycle has only one. */
export interface CreateRequest {
  entity: Entity;
  input: Row;
  actor: Actor;
  event?: string | undefined;
}

/**
 * Creates a record by the creation event of its lifecycle, inside the caller's transaction, and returns it. When the
 * maker is the tenant's only user and may review, the maker's own review follows immediately (`sole`), and the record
 * is returned after it. The caller must roll back when this throws.
 *
 * @throws Failure `invalid` with field errors; the failure of the first unmet precondition; `figuresChanged` (params
 * `field`, `confirmed`, `actual`); `duplicate` (params `field`); `limitReached`, `balance`, `proofMissing`,
 * `totpNeeded`, `soleAbove`, `notGranted`, `transition`
 */
export async function create(
  tx: Tx,
  { entity, input, actor, event }: CreateRequest,
  context: LifecycleContext,
): Promise<Row> {
  const { tenant } = actor;
  const { schemas, vocabulary, clock, facts: given } = context;
  const at = clock.now();
  const transitions = listMatchingTransitions(entity, event, undefined, actor);
  const assertAllowed = async (transition: TransitionPlan | undefined) =>
    transition &&
    guard(transition, { review: "free", actor, proved: await context.proved, scope: {}, ...schemas.dialect });

  const own = isUser(actor) ? pickWritable(entity, input) : pickFields(entity, input);
  const [, { record, figures, facts }] = await settleInOrder(
    assertAllowed(transitions[0]),
    validateRecord(tx, entity, { input: own }, { actor, schemas, vocabulary, clock, given }),
  );
  assertFiguresConfirmed(entity, input, figures);
  const scope = buildEventScope(entity, { record, facts, input, at });
  const transition = selectTransition(transitions, scope, "");
  await assertAllowed(transition);

  const draft: Row = {
    ...record,
    ...computeAssignedValues(entity, transition.set, scope, record),
    ...buildTimestamps(entity, at, ["createdAt", "updatedAt"]),
    ...findTargetState(requireLifecycle(entity), transition),
  };
  const known = readGivenId(entity, draft) ?? buildSoleId(entity, tenant);
  const id = known ?? createRecordNumber(entity, at);
  const data: Row = { ...draft, [entity.key]: id };
  const reason = readCodeSet(transition, data);
  const creation: TransitionEvent = { entity, transition, tenant, id, version: 1, record: data, input, reason, at };
  await refuseDuplicateSpellings(tx, entity, { ...vocabulary.accounts, tenant, id, row: data });
  if (listFrozenStates(entity).includes(transition.to))
    freeze(tx, context.seal, { entity, tenant, id, version: 1, data }, { event: transition.on, at });
  const [review] = await settleInOrder(
    findOwnReview(tx, { entity, created: transition, record: data }, actor),
    add(tx, entity, {
      tenant,
      id,
      status: transition.to,
      data: sealRow(context.seal, { entity, tenant, id }, data),
      numbered: known === undefined,
      at,
    }),
    applyEffects(tx, creation, buildEventScope(entity, { record: data, facts, input, at }), {
      ...context,
      actor,
      review: "free",
    }),
  );
  return review ? fire(tx, { entity, id, event: review.on, actor, input: {} }, context) : data;
}

/** Returns the id in the input; undefined when it is missing, or when the server generates it. */
function readGivenId(entity: Entity, draft: Row): string | undefined {
  const id = draft[entity.key];
  return typeof id === "string" && !entity.field(entity.key).readOnly ? id : undefined;
}

/** Picks the record's fields from a system actor's input. Other values belong to the event alone. */
function pickFields(entity: Entity, input: Row): Row {
  const names = new Set(entity.fields.map((field) => field.name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}

/**
 * Asserts that every computed figure in the input, including those in rows, equals the server's.
 *
 * @throws Failure `figuresChanged` when a figure differs from what the user confirmed. `field` is its path, such as
 * `lines.2.amount` in the third row
 */
function assertFiguresConfirmed({ fields }: Pick<Entity, "fields">, input: Row, figures: Row, above = ""): void {
  for (const field of fields) {
    const [seen, actual] = [input[field.name], figures[field.name]];
    const path = above + field.name;
    if (field.items && Array.isArray(seen) && Array.isArray(actual)) {
      const inRow = { fields: field.items };
      for (const [index, row] of seen.entries()) {
        const own: unknown = actual[index];
        if (isObject(row) && isObject(own)) assertFiguresConfirmed(inRow, row, own, `${path}.${index}.`);
      }
    }
    if (!field.compute || seen === undefined || isSameFigure(field, seen, actual)) continue;
    throw new Failure("figuresChanged", { field: path, confirmed: String(seen), actual: String(actual ?? "") });
  }
}
