import type { Entity, Row } from "../../src/engine/index.ts";
import type { Actor } from "../actor.ts";
import { Failure } from "../failure.ts";
import type { Tx } from "../store/database.ts";
import type { Happening, LifecycleContext, Stored } from "./context.ts";
import { contextsOf, loadFacts } from "./contexts.ts";
import { finish } from "./create.ts";
import { candidates, choose, guard, reviewOf } from "./guard.ts";
import { fieldError } from "./references.ts";
import { change, load } from "./store.ts";
import { eventScope, factScope, settings } from "./values.ts";

/** Longest reason in characters where the entity has no field of its own for it. */
const REASON_LENGTH = 200;

/**
 * Fires an event at a record inside the caller's transaction; the record afterwards. Throws `notFound`, `transition` (the state does not lead on by
 * this event, or it is not this actor's), `notGranted`, `makerIsChecker`, `proofMissing`, `totpNeeded`, `invalid` (a needed field is missing),
 * `stale`, `balance`, `limitReached`. A call that throws must roll back; then nothing has changed.
 */
export async function fire(tx: Tx, entity: Entity, id: string, event: string, actor: Actor, input: Row, context: LifecycleContext): Promise<Row> {
  const before = await load(tx, entity, actor.merId, id);
  if (!before) throw new Failure("notFound");
  const transitions = candidates(entity, event, before.status, actor);
  const about = { db: tx, schemas: context.schemas, clock: context.clock, actor, entity, record: before.data };
  const facts = factScope(entity, await loadFacts(about, contextsOf(transitions)));
  const transition = choose(transitions, eventScope(entity, before.data, facts, input), before.status);
  const review = await reviewOf(tx, entity, id, transition, actor);
  guard(transition, review, actor, context.proved);

  const brought = actor.by === "merchant" ? needed(entity, transition.needs, input, actor.lang) : input;
  const at = context.clock.now();
  const own = Object.fromEntries(Object.entries(brought).filter(([name]) => transition.needs.includes(name) && entity.fields.some((field) => field.name === name)));
  const data: Row = { ...before.data, ...own };
  const scope = eventScope(entity, data, facts, brought);
  Object.assign(data, settings(entity, transition.set, scope, data), { [entity.lifecycle!.field]: transition.to });
  if (entity.fields.some((field) => field.name === "updatedAt")) data["updatedAt"] = new Date(at).toISOString();

  const after: Stored = { id, status: transition.to, version: before.version + 1, data };
  await change(tx, entity, actor.merId, before, after, at);
  const reason = typeof brought["reason"] === "string" ? brought["reason"] : undefined;
  const happening: Happening = { entity, transition, m: actor.merId, id, version: after.version, from: before.status, record: data, input: brought, reason, at };
  await finish(tx, happening, eventScope(entity, data, facts, brought), actor, context, review);
  return data;
}

/** What a person's event must bring, trimmed; nothing else that was sent counts. */
function needed(entity: Entity, needs: readonly string[], input: Row, lang: Actor["lang"]): Row {
  const brought: Row = {};
  const errors = [];
  for (const name of needs) {
    const value = typeof input[name] === "string" ? input[name].trim() : input[name];
    const limit = Number(entity.fields.find((field) => field.name === name)?.schema["maxLength"] ?? REASON_LENGTH);
    if (value === undefined || value === null || value === "") errors.push(fieldError(name, "required", lang));
    else if (typeof value === "string" && [...value].length > limit) errors.push(fieldError(name, "maxLength", lang, { limit }));
    else brought[name] = value;
  }
  const fields = needs.filter((name) => name in brought && entity.fields.some((field) => field.name === name));
  if (fields.length > 0 && errors.length === 0) errors.push(...entity.check(brought, { lang, only: fields, side: "server" }).errors.filter((error) => fields.includes(error.at.split("/")[1] ?? "")));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  return brought;
}
