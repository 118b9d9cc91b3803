/** GET /mer/own/context: what rules of an entity may see beyond the record (`schemas/contexts.json`), as the lifecycle will see it. */
import { Failure } from "../failure.ts";
import type { Handler } from "../http/call.ts";
import { loadContext } from "../lifecycle/contexts.ts";

export const context: Handler = async ({ deps, actor, body }) => {
  const { db, schemas, clock } = deps;
  const entity = schemas.entities.get(String(body.entity));
  if (!entity) throw new Failure("notFound");
  const record = currencyRecord(entity.fields, body.currency);
  const about = { db, schemas, clock, actor, entity, record };
  const names = Object.entries(schemas.contexts).flatMap(([name, plan]) => (plan.call === "context" ? [name] : []));
  const facts = await Promise.all(names.map(async (name) => [name, (await loadContext(name, about)) ?? {}] as const));
  return Object.fromEntries(facts);
};

/** A record that holds the asked currency in every field that names one. */
function currencyRecord(fields: readonly { currency?: { code: string } | { field: string } }[], currency: unknown): Record<string, unknown> {
  if (currency === undefined) return {};
  return Object.fromEntries(fields.flatMap((field) => (field.currency && "field" in field.currency ? [[field.currency.field, currency]] : [])));
}
