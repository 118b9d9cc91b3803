/** What `check` looks up again and again, worked out once per entity. */
import type { ConditionPlan, Entity, Field, FieldPlan, Row, RulePlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import { constantValue } from "./constants.ts";

interface IndexedRule {
  plan: RulePlan;
  /** Names of own fields that it reads. */
  reads: ReadonlySet<string>;
  /** The same without what only its `when` reads. */
  judges: ReadonlySet<string>;
}
/** An entity's indexes. */
export interface Core {
  fields: ReadonlyMap<string, Field>;
  rules: readonly IndexedRule[];
  /** Rules by the field that they read or show at. */
  rulesOf: ReadonlyMap<string, readonly IndexedRule[]>;
  show: ReadonlyMap<string, ConditionPlan>;
  require: ReadonlyMap<string, ConditionPlan>;
  computed: ReadonlyMap<string, { expression: Expression; reads: ReadonlySet<string> }>;
  constants: Row;
  /** Fields that any condition, rule or computed value reads, or judges. */
  read: readonly Field[];
  /** Place of each field in the schema. */
  order: ReadonlyMap<string, number>;
  /** Everything, and per field what a check of it alone has to look at. */
  all: Near;
  near: Map<string, Near>;
}
/** What a check looks at. */
export interface Near {
  /** The fields that are judged. */
  asked: readonly Field[];
  /** These, and those that conditions, rules and computed values read. */
  around: ReadonlyMap<string, Field>;
}
const cores = new WeakMap<Entity, Core>();

/** Names of own fields that an expression reads: `self.parties.*.share` is `parties`. */
export function ownReads(...expressions: (Expression | undefined)[]): Set<string> {
  return new Set(
    expressions
      .flatMap((one) => one?.reads ?? [])
      .flatMap((path) => (path.startsWith("self.") ? [path.split(".")[1]!] : [])),
  );
}

function readBy({ fields, rules, show, require }: Entity): readonly Field[] {
  const expressions = [
    ...rules.flatMap(({ when, assert, min, max }) => [when, assert, min, max]),
    ...[...show, ...require].map(({ expression }) => expression),
    ...fields.map(({ compute }) => compute),
  ];
  // One that looks at the record as a whole looks at every field.
  if (expressions.some((one) => one?.reads.includes("self"))) return fields;
  const names = ownReads(...expressions);
  for (const { at } of rules) names.add(at);
  return fields.filter(({ name, compute }) => compute !== undefined || names.has(name));
}

/** Keeps an entity's indexes. */
export function remember(entity: Entity): void {
  const rules = entity.rules.map((plan) => ({
    plan,
    reads: ownReads(plan.when, plan.assert, plan.min, plan.max),
    judges: ownReads(plan.assert, plan.min, plan.max),
  }));
  const rulesOf = new Map<string, IndexedRule[]>();
  for (const rule of rules) {
    for (const name of new Set([rule.plan.at, ...rule.reads])) rulesOf.set(name, [...(rulesOf.get(name) ?? []), rule]);
  }
  const fields = new Map(entity.fields.map((field) => [field.name, field]));
  cores.set(entity, {
    fields,
    read: readBy(entity),
    order: new Map(entity.fields.map((field, index) => [field.name, index])),
    all: { asked: entity.fields, around: fields },
    near: new Map(),
    rules,
    rulesOf,
    show: new Map(entity.show.map((one) => [one.field, one])),
    require: new Map(entity.require.map((one) => [one.field, one])),
    computed: new Map(
      entity.fields.flatMap((field) =>
        field.compute ? [[field.name, { expression: field.compute, reads: ownReads(field.compute) }]] : [],
      ),
    ),
    constants: Object.fromEntries(
      Object.entries(entity.constants ?? {}).map(([name, value]) => [name, constantValue(value)]),
    ),
  });
}

/** The indexes of an entity that `hydrate` made; a copy of one (`{...entity}`) has none. */
export function coreOf(entity: Entity): Core {
  const core = cores.get(entity);
  if (!core) throw new Error(`"${entity.name}" was not made by hydrate()`);
  return core;
}

/** What a check of these fields has to look at: a key pressed in a form of 200 fields should not cost 200 fields. */
export function nearTo(core: Core, only: readonly string[] | undefined): Near {
  if (!only) return core.all;
  if (only.length === 1) {
    const known = core.near.get(only[0]!) ?? gather(core, only);
    core.near.set(only[0]!, known);
    return known;
  }
  return gather(core, only);
}

function gather(core: Core, only: readonly string[]): Near {
  const names = new Set<string>();
  const open = [
    ...only,
    ...only.flatMap((name) => (core.rulesOf.get(name) ?? []).flatMap(({ plan, reads }) => [plan.at, ...reads])),
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    // How many decimals an amount may have hangs on its currency.
    const currency = core.fields.get(name)?.currency;
    if (currency && "field" in currency) open.push(currency.field);
    open.push(
      ...ownReads(
        core.show.get(name)?.expression,
        core.require.get(name)?.expression,
        core.computed.get(name)?.expression,
      ),
    );
  }
  const known = (list: Iterable<string>) =>
    [...list]
      .flatMap((name) => core.fields.get(name) ?? [])
      .sort((a, b) => core.order.get(a.name)! - core.order.get(b.name)!);
  return { asked: known(new Set(only)), around: new Map(known(names).map((field) => [field.name, field])) };
}

/** Text keys name a field of a row by its path: `parties.share`. */
export function textName(field: Pick<FieldPlan, "at">): string {
  return field.at
    .split("/")
    .filter((step) => step !== "" && step !== "*")
    .join(".");
}
