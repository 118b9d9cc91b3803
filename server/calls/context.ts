/** GET /mer/own/context: what rules of an entity may see beyond the record (`schemas/contexts.json`), as the lifecycle will see it. */
import type { Entity, Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { handler } from "./handler.ts";
import { maySee } from "../schemas/menus.ts";
import { loadContext } from "../lifecycle/facts.ts";
import { asksName, isMiss } from "../session/name-guard.ts";

export const context = handler("context", async ({ services, actor, body }) => {
  const { db, schemas, vocabulary, clock } = services;
  const entity = schemas.entities.get(body.entity);
  if (!entity) throw new Failure("notFound");
  if (!maySee(schemas, entity.name, actor.grants)) throw new Failure("notGranted");
  const named = namedRecord(entity, body);
  // Whom a number belongs to is told as sparingly here as where it is asked outright.
  const guess = Object.keys(named).length > 0;
  const record = { ...currencyRecord(entity.fields, body.currency), ...named };
  const about = { db, schemas, vocabulary, clock, actor, entity, record };
  const plans = Object.entries(schemas.contexts).filter(([, plan]) => plan.call === "context");
  const ask = () =>
    Promise.all(plans.map(async ([name, plan]) => ({ name, plan, found: (await loadContext(name, about)) ?? {} })));
  const loaded = guess
    ? await asksName(db, actor, ask, (all) => all.some(({ plan, found }) => isMiss(plan, found)))
    : await ask();
  const facts = new Map(loaded.map(({ name, found }) => [name, found]));
  return {
    channel: facts.get("channel") ?? {},
    wallet: facts.get("wallet") ?? {},
    currencies: facts.get("currencies") ?? {},
    counterparty: facts.get("counterparty") ?? {},
    fixing: facts.get("fixing") ?? {},
    receiving: facts.get("receiving") ?? {},
  };
});

/** What the contexts' `with` names, under the names of the entity's fields. */
function namedRecord(entity: Entity, body: Row): Row {
  const wanted = Object.values(entity.contexts).flatMap((plan) => Object.entries(plan.with ?? {}));
  return Object.fromEntries(
    wanted.flatMap(([theirs, own]) => (body[theirs] === undefined ? [] : [[own, body[theirs]]])),
  );
}

/** A record that holds the asked currency in every field that names one. */
function currencyRecord(
  fields: readonly { currency?: { code: string } | { field: string } }[],
  currency: unknown,
): Record<string, unknown> {
  if (currency === undefined) return {};
  return Object.fromEntries(
    fields.flatMap((field) => (field.currency && "field" in field.currency ? [[field.currency.field, currency]] : [])),
  );
}
