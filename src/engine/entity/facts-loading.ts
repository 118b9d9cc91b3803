/** Loads the facts beyond the record that an entity's rules read. They stay as the wire has them; `facts` gives them rule types. */
import { dayInChina } from "../base/time-zone.ts";
import type { Entity, Row } from "../model/entity.ts";
import { recordCurrency } from "./values.ts";
import type { ContextAbout, Ports } from "../model/ports.ts";
import type { Scope } from "../model/expression.ts";

/** By context name. What cannot be had stays absent: the rules that read it are silent here. `names`: only these. */
export async function loadContexts(
  entity: Entity,
  ports: Ports,
  record: Row = {},
  names?: ReadonlySet<string>,
): Promise<Scope> {
  const scope: Scope = {};
  const about = aboutOf(entity, record);
  await Promise.all(
    Object.entries(entity.contexts).map(async ([name, plan]) => {
      if (names && !names.has(name)) return;
      // The one fact that a browser knows by itself: the day in China.
      if (name === "today" && !plan.call) {
        scope.today = dayInChina(ports.now());
        return;
      }
      const values = await ports.context(name, about).catch(() => undefined);
      if (values) scope[name] = plan.key && values[plan.key] !== undefined ? values[plan.key] : values;
    }),
  );
  return scope;
}

/** What the calls are asked with: one request for all contexts of a call, so the same for each. */
function aboutOf(entity: Entity, record: Row): ContextAbout {
  const about: ContextAbout = { entity: entity.name };
  const currency = recordCurrency(entity, record);
  if (currency !== undefined) about.currency = currency;
  for (const plan of Object.values(entity.contexts)) {
    for (const [theirs, own] of Object.entries(plan.with ?? {}))
      if (typeof record[own] === "string" && record[own] !== "") about[theirs] = record[own];
  }
  return about;
}

/** The fields that hold a currency. */
const holdersOf = (entity: Entity): string[] =>
  entity.fields.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : []));

/** What a record says of its currency when it is this one. */
export const inCurrency = (entity: Entity, code: string): Row =>
  Object.fromEntries(holdersOf(entity).map((field) => [field, code]));

/**
 * Contexts that differ between records by their currency; none where all records have the same. A context that takes part of an answer is
 * about a currency, or about what it names; one that has the whole answer is about the person.
 */
export function perCurrency(entity: Entity): ReadonlySet<string> {
  if (holdersOf(entity).length === 0) return new Set();
  return new Set(
    Object.entries(entity.contexts).flatMap(([name, plan]) =>
      plan.call && plan.key !== undefined && !plan.with && !plan.rows ? [name] : [],
    ),
  );
}

/** The fields that facts depend on, each with the contexts to load again when it changes. */
export function feedsOf(entity: Entity): ReadonlyMap<string, ReadonlySet<string>> {
  const feeds = new Map<string, Set<string>>();
  const note = (field: string, context: string) =>
    void (feeds.get(field) ?? feeds.set(field, new Set()).get(field)!).add(context);
  const own = new Set(entity.fields.map((field) => field.name));
  const [holders, theirs] = [holdersOf(entity), perCurrency(entity)];
  for (const [name, plan] of Object.entries(entity.contexts)) {
    if (theirs.has(name)) for (const field of holders) note(field, name);
    for (const field of Object.values(plan.with ?? {})) if (own.has(field)) note(field, name);
  }
  return feeds;
}
