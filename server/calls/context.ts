/**
 * GET /session/context: returns the facts that an entity's rules and options read besides the record
 * (`contexts.json`), loaded in the same way as when an event is fired.
 */
import type { Entity, JsonSchema, Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { isRow } from "../core/row.ts";
import { sessionHandler, type CallContext } from "./handler.ts";
import { canSee, type Schemas } from "@portolan/engine/folder";
import { loadContext } from "../lifecycle/facts.ts";
import { throttleTenantLookup, isMiss } from "../session/tenant-lookup-throttle.ts";

export const context = sessionHandler("context", (call) => loadContexts(call, call.body));

/**
 * Returns the facts of the contexts that the context call provides, by context. Those that do not exist are empty.
 *
 * @throws Failure `notFound`, `notGranted`, `throttled`
 */
export async function loadContexts(
  { services, actor }: Pick<CallContext, "services" | "actor">,
  body: { entity: string; currency?: unknown },
): Promise<Record<string, Row>> {
  const { db, schemas, vocabulary, clock } = services;
  const entity = findEntity(schemas, body.entity);
  if (!entity) throw new Failure("notFound");
  if (!canSee(schemas, entity.name, actor.grants)) throw new Failure("notGranted");
  const named = pickNamedRecord(entity, body);
  const plans = Object.entries(schemas.contexts).filter(([, plan]) => plan.call === "context");
  // A lookup by name or number reveals whether a tenant exists, so its misses count towards the same limit as those of
  // orders.
  const guess = plans.some(
    ([name, plan]) => plan.guess && Object.values(entity.contexts[name]?.with ?? {}).some((field) => field in named),
  );
  const record = { ...buildCurrencyRecord(entity.fields, body.currency), ...named };
  const about = { db, schemas, vocabulary, clock, actor, entity, record };
  const readOnce = () =>
    Promise.all(plans.map(async ([name, plan]) => ({ name, plan, found: (await loadContext(name, about)) ?? {} })));
  const loaded = guess
    ? await throttleTenantLookup(db, actor, readOnce, (all) => all.some(({ plan, found }) => isMiss(plan, found)))
    : await readOnce();
  return Object.fromEntries(loaded.map(({ name, found }) => [name, found]));
}

/**
 * Returns the entity with this name or, for the name of a call that returns records, the entity of those records;
 * undefined for any other name.
 */
function findEntity({ entities, calls }: Schemas, name: string): Entity | undefined {
  const made = calls.get(name);
  return entities.get(name) ?? (made && entities.get(findRecordName(made.response) ?? ""));
}

/** Returns the first `x-record` in a response schema; undefined for a response without records. */
function findRecordName({ "x-record": name, properties, items }: JsonSchema): string | undefined {
  if (typeof name === "string") return name;
  const parts = [...(isRow(properties) ? Object.values(properties) : []), items].filter(isRow);
  return parts.map(findRecordName).find((found) => found !== undefined);
}

/** Returns the request's parameters that contexts list in `with`, keyed by the entity's field names. */
function pickNamedRecord(entity: Entity, body: Row): Row {
  const wanted = Object.values(entity.contexts).flatMap((plan) => Object.entries(plan.with ?? {}));
  return Object.fromEntries(
    wanted.flatMap(([theirs, own]) => (body[theirs] === undefined ? [] : [[own, body[theirs]]])),
  );
}

/** Returns a record with the requested currency in every field that sets the currency of an amount. */
function buildCurrencyRecord(
  fields: readonly { currency?: { code: string } | { field: string } }[],
  currency: unknown,
): Record<string, unknown> {
  if (currency === undefined) return {};
  return Object.fromEntries(
    fields.flatMap((field) => (field.currency && "field" in field.currency ? [[field.currency.field, currency]] : [])),
  );
}
