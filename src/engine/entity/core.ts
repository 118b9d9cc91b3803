/** Indexes of an entity for its checks, built once per entity. */
import type { ConditionPlan, Entity, Field, FieldPlan, Row, RulePlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import { constantValue } from "./constants.ts";

interface IndexedRule {
  plan: RulePlan;
  /** Names of own fields that it reads. */
  reads: ReadonlySet<string>;
  /** The same without those that only its `when` reads. */
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
  computed: ReadonlyMap<string, { field: Field; expression: Expression; reads: ReadonlySet<string> }>;
  constants: Row;
  /** Fields that a condition, a rule or a computed value reads or checks. */
  read: readonly Field[];
  /** Index of each field in the schema. */
  order: ReadonlyMap<string, number>;
  /** Scope of a check of the whole record. */
  all: Near;
  /** Scopes of checks of one field, by its name. */
  near: Map<string, Near>;
}
/** Scope of a check. */
export interface Near {
  /** The fields that are checked. */
  asked: readonly Field[];
  /** These, and those that conditions, rules and computed values read. */
  around: ReadonlyMap<string, Field>;
}
const cores = new WeakMap<Entity, Core>();

/** Returns the names of own fields that expressions read: `parties` of `self.parties.*.share`. */
export function ownReads(...expressions: (Expression | undefined)[]): Set<string> {
  return new Set(
    expressions
      .flatMap((one) => one?.reads ?? [])
      .flatMap((path) => {
        const [root, name] = path.split(".");
        return root === "self" && name !== undefined ? [name] : [];
      }),
  );
}

function readBy({ fields, rules, show, require }: Entity): readonly Field[] {
  const expressions = [
    ...rules.flatMap(({ when, assert, min, max }) => [when, assert, min, max]),
    ...[...show, ...require].map(({ expression }) => expression),
    ...fields.map(({ compute }) => compute),
  ];
  // An expression over the whole record reads every field.
  if (expressions.some((one) => one?.reads.includes("self"))) return fields;
  const names = ownReads(...expressions);
  for (const { at } of rules) names.add(at);
  return fields.filter(({ name, compute }) => compute !== undefined || names.has(name));
}

/** Keeps an entity's indexes. */
export function indexEntity(entity: Entity): void {
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
        field.compute ? [[field.name, { field, expression: field.compute, reads: ownReads(field.compute) }]] : [],
      ),
    ),
    constants: Object.fromEntries(
      Object.entries(entity.constants ?? {}).map(([name, value]) => [name, constantValue(value)]),
    ),
  });
}

/** Returns the indexes of an entity. @throws for a copy (`{...entity}`): only `hydrate` makes indexes */
export function requireCore(entity: Entity): Core {
  const core = cores.get(entity);
  if (!core) throw new Error(`"${entity.name}" was not made by hydrate()`);
  return core;
}

/** Returns the scope of a check of these fields, so that a key pressed in a form of 200 fields does not check 200 fields. */
export function nearTo(core: Core, only: readonly string[] | undefined): Near {
  if (!only) return core.all;
  const [name, ...others] = only;
  if (name === undefined || others.length > 0) return gather(core, only);
  const known = core.near.get(name) ?? gather(core, only);
  core.near.set(name, known);
  return known;
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
    // The decimals of an amount depend on its currency.
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
  const asked = new Set(only);
  const around = new Map([...core.fields].filter(([name]) => names.has(name)));
  return { asked: [...around.values()].filter(({ name }) => asked.has(name)), around };
}

/** Returns the name of a field in text keys: its path for a field of a row, `parties.share`. */
export function textName(field: Pick<FieldPlan, "at">): string {
  return field.at
    .split("/")
    .filter((step) => step !== "" && step !== "*")
    .join(".");
}
