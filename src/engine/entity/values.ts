/** A record's values: whether there is one, and as kinds and rules see them. */
import type { KindContext } from "../model/kind.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { recordScope } from "../rules/scope.ts";
import { coreOf, type Near } from "./core.ts";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";

/** Null and empty text count as absent. */
export const present = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** What a record says in a field: its value, or what its kind makes of none. */
export const saidBy = ({ name, kind, schema }: Pick<Field, "name" | "kind" | "schema">, record: Row): unknown =>
  record[name] ?? kind.absent?.({ schema });

/** A name as a step of a JSON pointer. */
export const pointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The names that a JSON pointer leads along. */
export const stepsOf = (at: string): string[] =>
  at
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a kind needs to know to read or write one value; of `record`, where it does not stand alone. */
export function kindContext(entity: Entity, field: Field, lang: Lang, record: Row = {}): KindContext {
  return { field, record, lang, minorUnits: entity.minorUnits, text: (key) => entity.text(key, lang) };
}

/** ISO code of an amount of this record: the field's own, or what its sibling holds; nothing while that is empty. */
export function currencyOf({ currency }: Pick<Field, "currency">, record: Row): string | undefined {
  if (!currency) return undefined;
  const code = "code" in currency ? currency.code : record[currency.field];
  return typeof code === "string" && code !== "" ? code : undefined;
}

/** The currency that the record's money is in: of its first amount that has one of ours. */
export const recordCurrency = (entity: Entity, record: Row): string | undefined =>
  entity.fields
    .map((field) => currencyOf(field, record))
    .find((code) => code !== undefined && Object.hasOwn(entity.minorUnits, code));

/**
 * The record as `self` in rules: computed fields have their fresh values where these are known, else what the record holds. `malformed`
 * fields count as unknown.
 */
export function selfScope(
  entity: Entity,
  record: Row,
  known: Scope,
  near?: Near,
  malformed: (name: string) => boolean = () => false,
): Record<string, unknown> {
  const core = coreOf(entity);
  const self = recordScope(near && near !== core.all ? [...near.around.values()] : core.read, record);
  for (const name of Object.keys(self)) if (malformed(name)) self[name] = UNKNOWN;
  const { computed } = core;
  if (computed.size === 0) return self;
  const busy = new Set<string>();
  const done = new Set<string>();
  const compute = (name: string): void => {
    const one = computed.get(name);
    if (!one || done.has(name) || busy.has(name)) return;
    busy.add(name);
    for (const read of one.reads) compute(read);
    const fresh = evaluate(one.expression, { ...known, self });
    if (fresh !== UNKNOWN) self[name] = rounded(entity, name, fresh, record);
    done.add(name);
  };
  for (const name of computed.keys()) if (!near || near.around.has(name)) compute(name);
  return self;
}

/** As the field will hold it: to the currency's minor units, for example. */
function rounded(entity: Entity, name: string, fresh: unknown, record: Row): unknown {
  const field = coreOf(entity).fields.get(name)!;
  return field.kind.toRule(field.kind.fromRule(fresh, kindContext(entity, field, "zh", record))) ?? UNKNOWN;
}
