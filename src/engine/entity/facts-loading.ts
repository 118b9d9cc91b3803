/**
 * Loads the facts that an entity's rules read from outside the record. Returns JSON, which `facts.ts` converts to rule
 * types.
 */
import { formatDay } from "../base/time-zone.ts";
import type { Entity, Row } from "../model/entity.ts";
import { recordCurrency } from "./values.ts";
import type { ContextRequest, Ports } from "../model/ports.ts";
import type { Scope } from "../model/expression.ts";

/**
 * Loads all contexts, or only those in `names`, and returns their values by name. A context that fails to load is
 * omitted, so that rules that read it pass.
 */
export async function loadContexts(
  entity: Entity,
  ports: Ports,
  record: Row = {},
  names?: ReadonlySet<string>,
): Promise<Scope> {
  const scope: Scope = {};
  const about = readParameters(entity, record);
  await Promise.all(
    Object.entries(entity.contexts).map(async ([name, plan]) => {
      if (names && !names.has(name)) return;
      // The browser can determine the current day without a call.
      if (name === "today" && !plan.call) {
        scope.today = formatDay(ports.now(), entity.dialect.zone);
        return;
      }
      const values = await ports.context(name, about).catch(() => undefined);
      if (values) scope[name] = plan.key && values[plan.key] !== undefined ? values[plan.key] : values;
    }),
  );
  return scope;
}

/**
 * Returns the parameters of the calls. They are the same for all contexts, so that contexts of the same call share one
 * request.
 */
function readParameters(entity: Entity, record: Row): ContextRequest {
  const about: ContextRequest = { entity: entity.name };
  const currency = recordCurrency(entity, record);
  if (currency !== undefined) about.currency = currency;
  for (const plan of Object.values(entity.contexts)) {
    for (const [theirs, own] of Object.entries(plan.with ?? {}))
      if (typeof record[own] === "string" && record[own] !== "") about[theirs] = record[own];
  }
  return about;
}

/** Returns the fields that hold an amount's currency. */
const listCurrencyFields = (entity: Entity): string[] =>
  entity.fields.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : []));

/** Returns a record with the given currency in every field that holds an amount's currency. */
export const presetCurrency = (entity: Entity, code: string): Row =>
  Object.fromEntries(listCurrencyFields(entity).map((field) => [field, code]));

/**
 * Returns the names of the contexts that depend on the record's currency, or an empty set when no field holds a
 * currency. These are the contexts with `call` and `key` and without `with` or `rows`: `with` makes a context depend on
 * those fields instead, and `rows` contains all currencies.
 */
export function listPerCurrency(entity: Entity): ReadonlySet<string> {
  if (listCurrencyFields(entity).length === 0) return new Set();
  return new Set(
    Object.entries(entity.contexts).flatMap(([name, plan]) =>
      plan.call && plan.key !== undefined && !plan.with && !plan.rows ? [name] : [],
    ),
  );
}

/** Returns the fields that facts depend on, each with the contexts to reload when it changes. */
export function listFactSources(entity: Entity): ReadonlyMap<string, ReadonlySet<string>> {
  const feeds = new Map<string, Set<string>>();
  const note = (field: string, context: string) => void feeds.set(field, (feeds.get(field) ?? new Set()).add(context));
  const own = new Set(entity.fields.map((field) => field.name));
  const [holders, theirs] = [listCurrencyFields(entity), listPerCurrency(entity)];
  for (const [name, plan] of Object.entries(entity.contexts)) {
    if (theirs.has(name)) for (const field of holders) note(field, name);
    for (const field of Object.values(plan.with ?? {})) if (own.has(field)) note(field, name);
  }
  return feeds;
}
