import { isDeepStrictEqual } from "node:util";
import { canTransition, computeRecord, getTableName, type Entity } from "@portolan/engine";
import type { Actor } from "../../core/actor.ts";
import type { EffectContext, EffectExecutor, TransitionEvent } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import { requireLifecycle } from "../../lifecycle/values.ts";
import type { Tx } from "../../store/database.ts";
import { isSameParty, listParties, listPartyFields, withDocuments } from "./company-parties.ts";

/** Keeps the parties of an application and their records equal, from whichever side the event comes. */
export const parties: EffectExecutor = {
  effect: "parties",
  phase: "cascade",
  run: async (tx, event, _scope, context) => {
    if (!event.transition.parties) return;
    const party = context.schemas.entity("onboardingParty");
    if (event.entity === party) await updateApplication(tx, event, context);
    else await updateParties(tx, party, event, context);
  },
};

/**
 * Adds, changes and removes the records of an application's parties. Those that are equal are left as they are. An event
 * of the provider only adds records that are missing, because an application may be older than its parties' documents.
 */
async function updateParties(
  tx: Tx,
  party: Entity,
  { tenant, id, record, transition }: TransitionEvent,
  context: EffectContext,
): Promise<void> {
  const within = createCascade(context);
  const { actor } = within;
  const isSubmitted = transition.by === "merchant";
  const rest = await listStored(tx, party, tenant);
  for (const values of listParties(record)) {
    const index = rest.findIndex((stored) => isSameParty(stored.data, values));
    const [stored] = index < 0 ? [] : rest.splice(index, 1);
    if (!stored) {
      await create(tx, { entity: party, input: { ...values, application: id }, actor, event: "add" }, within);
      continue;
    }
    const fields = listPartyFields(values["role"]);
    const isEqual = fields.every((name) => (stored.data[name] ?? "") === (values[name] ?? ""));
    if (!isSubmitted || (isEqual && stored.status !== "left")) continue;
    const kept = Object.entries(stored.data).filter(([name]) => !fields.includes(name));
    const edit = { before: stored, data: { ...Object.fromEntries(kept), ...values } };
    await fire(tx, { entity: party, id: stored.id, event: "amend", actor, input: {}, edit }, within);
  }
  for (const stored of isSubmitted ? rest.filter(({ status }) => status !== "left") : [])
    await fire(tx, { entity: party, id: stored.id, event: "leave", actor, input: {} }, within);
}

/** Returns the context of events that follow from the event: without its step-up and facts. */
const createCascade = (context: EffectContext) => ({
  ...context,
  actor: { ...context.actor, by: "record" } satisfies Actor,
  proved: undefined,
  facts: undefined,
});

/** Returns the records of all parties, the removed ones included. */
async function listStored(tx: Tx, party: Entity, tenant: string) {
  return tx.query(`SELECT id, status, version, data FROM ${getTableName(party)} WHERE m = $1 ORDER BY id`, [tenant]);
}

/**
 * Writes the documents of a party to its application, whose next submission then has them. Documents that are not
 * reviewed yet do not change an application that is approved or under review, whose expiry depends on them.
 */
async function updateApplication(
  tx: Tx,
  { tenant, record, transition }: TransitionEvent,
  context: EffectContext,
): Promise<void> {
  const entity = context.schemas.entity("onboarding");
  const before = await load(tx, entity, tenant, String(record["application"]));
  if (!before) return;
  const mayBeSubmitted = requireLifecycle(entity).transitions.some(
    (next) => next.parties && next.by === "merchant" && canTransition(next, before.status, before.data),
  );
  if (transition.by === "merchant" && !mayBeSubmitted) return;
  const whole = withDocuments(before.data, record);
  if (isDeepStrictEqual(whole, before.data)) return;
  const within = createCascade(context);
  const edit = { before, data: { ...whole, ...computeRecord(entity, whole, {}) } };
  await fire(tx, { entity, id: before.id, event: "renew", actor: within.actor, input: {}, edit }, within);
}
