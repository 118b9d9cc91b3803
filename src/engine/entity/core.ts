/** Indexes of an entity for its checks, built on first use and cached per entity. */
import type { ConditionPlan, Entity, Field, Row, RulePlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import { readUntouched } from "../rules/scope.ts";
import { readConstant } from "./constants.ts";
import { findFieldName } from "./objects.ts";
import { getOwnName, getTopName, listOwnReads, listReadsBelow } from "./reads.ts";
import { type ComputedField, listComputedFields, orderComputedFields } from "./computed-fields.ts";

export interface IndexedRule {
  plan: RulePlan;
  /** Name of the field that shows the error. */
  name: string;
  /** Names of the record fields that the rule reads. */
  reads: ReadonlySet<string>;
  /** Names of the record fields that the rule reads, except those read only by its `when`. */
  judges: ReadonlySet<string>;
  /** Names of the row fields that a row rule reads outside its `when`. Empty for a rule of the record. */
  rowReads: ReadonlySet<string>;
}
/** Rules, conditions and computed fields of a record, or of the rows of a list. */
export interface Logic {
  fields: ReadonlyMap<string, Field>;
  rules: readonly IndexedRule[];
  show: ReadonlyMap<string, ConditionPlan>;
  require: ReadonlyMap<string, ConditionPlan>;
  /** Computed fields by name, with the names of the fields in the same record or row that they read. */
  computed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Fields shown as a box, which are false, or their default, unless users tick them. */
  boxes: readonly Field[];
  /** Row fields whose values must be unique within their list. */
  unique: readonly Field[];
  /** Logic of row lists by list name. */
  lists: ReadonlyMap<string, Logic>;
  /** Computed row fields that depend only on the row and on entered values of the record, in order of evaluation. */
  figures: readonly ComputedField<Field>[];
  /** Names of the fields that provide currencies of amounts, including those of amounts in nested rows. */
  currencies: readonly string[];
  /** Names of the record fields that the `figures` of this list and of nested lists read. */
  recordInputs: readonly string[];
  /** Whether rows, or rows nested in them, have conditions. */
  conditional: boolean;
}
export interface Core extends Logic {
  /** Rules by the record fields that they read or report errors at. */
  rulesOf: ReadonlyMap<string, readonly IndexedRule[]>;
  /** Computed fields of the record, and row fields left out of their list's `figures`, in order of evaluation. */
  figures: readonly ComputedField<Field>[];
  /** Names of the record fields that each list's rows read. */
  readByRows: ReadonlyMap<string, ReadonlySet<string>>;
  constants: Row;
  objects?: readonly string[];
  /** Computed fields, and fields that a condition, a rule or a computed value reads or checks. */
  read: readonly Field[];
  /** Position of each field in the schema. */
  order: ReadonlyMap<string, number>;
  /** Scope for checking the whole record. */
  recordScope: CheckScope;
  /** Scopes for checking a single field, by field name. */
  fieldScopes: Map<string, CheckScope>;
}
/** Fields involved in a check. */
export interface CheckScope {
  checked: readonly Field[];
  /** The fields to check, and those that their conditions, rules and computed values read. */
  involved: ReadonlyMap<string, Field>;
}
const cores = new WeakMap<Entity, Core>();

/** Returns the expressions of rules, conditions and computed fields. */
function listExpressions({ rules, show, require, fields }: Pick<Entity, "rules" | "show" | "require" | "fields">) {
  const computed = (inner: readonly Field[]): (Expression | undefined)[] =>
    inner.flatMap(({ compute, items = [] }) => [compute, ...computed(items)]);
  return [
    ...rules.flatMap(({ when, assert, min, max }) => [when, assert, min, max]),
    ...[...show, ...require].map(({ expression }) => expression),
    ...computed(fields),
  ];
}

function readBy(entity: Entity): readonly Field[] {
  const { fields, rules } = entity;
  const expressions = listExpressions(entity);
  // An expression that uses the whole record reads every field.
  if (expressions.some((expression) => expression?.reads.includes("self"))) return fields;
  const names = listOwnReads(entity, ...expressions);
  for (const { at, list } of rules) names.add(getTopName(at, list));
  return fields.filter(({ name, compute, items }) => compute !== undefined || names.has(name) || hasFigures(items));
}

const hasFigures = (items: readonly Field[] = []): boolean =>
  items.some((item) => item.compute !== undefined || hasFigures(item.items));

/**
 * Returns the computed row fields that depend only on their row, on entered values of the record and on other such
 * fields.
 */
function listOwnFigures({ fields }: Entity, figures: readonly ComputedField<Field>[]): Set<ComputedField<Field>> {
  const own = new Set<ComputedField<Field>>();
  const paths = new Set<string>();
  const entered = new Set(fields.filter(({ compute, items }) => !compute && !items).map(({ name }) => `self.${name}`));
  for (const figure of figures) {
    const { lists, path, needs, expression } = figure;
    const below = `self.${lists.map((name) => `${name}.*.`).join("")}`;
    const isOwn =
      lists.length > 0 &&
      expression.reads.every((read) => read.startsWith(below) || entered.has(read)) &&
      recordReads(expression.tree).every((name) => entered.has(`self.${name}`)) &&
      needs.every((needed) => paths.has(needed));
    if (!isOwn) continue;
    own.add(figure);
    paths.add(path);
  }
  return own;
}

/** Returns the names of the record fields that an expression tree reads. An empty name represents the record itself. */
function recordReads(tree: unknown): string[] {
  if (!Array.isArray(tree)) return [];
  return tree[0] === "v" && tree[1] === "self" ? [String(tree[2] ?? "")] : tree.flatMap(recordReads);
}

/** Returns whether users may leave a field untouched to say no. A consent, whose only value is true, must be ticked. */
const isBox = (field: Field): boolean =>
  readUntouched(field) !== undefined && !field.required && !field.readOnly && field.schema["const"] !== true;

/** Input for indexing: an entity and its self-contained computed row fields. */
interface Indexing {
  entity: Entity;
  own: ReadonlySet<ComputedField<Field>>;
}

/** Indexes the logic of the record (`list` undefined) or of the rows of a list. */
function indexLogic(indexing: Indexing, fields: readonly Field[], list?: string): Logic {
  const { entity } = indexing;
  const own = <T extends { list?: string }>(all: readonly T[]) => all.filter((item) => item.list === list);
  const below = list === undefined ? "self" : `self.${list.replaceAll(".", ".*.")}.*`;
  const byField = (all: readonly ConditionPlan[]) =>
    new Map(own(all).map((condition) => [getOwnName(condition.field, condition.list), condition]));
  const lists = new Map(
    fields.flatMap((field) =>
      field.items
        ? [[field.name, indexLogic(indexing, field.items, list === undefined ? field.name : `${list}.${field.name}`)]]
        : [],
    ),
  );
  const inner = [...lists.values()];
  const figures = [...indexing.own].filter(({ field }) => fields.includes(field));
  const [show, require] = [byField(entity.show), byField(entity.require)];
  return {
    fields: new Map(fields.map((field) => [field.name, field])),
    rules: own(entity.rules).map((plan) => ({
      plan,
      name: getOwnName(plan.at, plan.list),
      reads: listOwnReads(entity, plan.when, plan.assert, plan.min, plan.max),
      judges: listOwnReads(entity, plan.assert, plan.min, plan.max),
      rowReads: listReadsBelow(below, {}, list === undefined ? [] : [plan.assert, plan.min, plan.max]),
    })),
    show,
    require,
    computed: new Map(
      fields.flatMap(({ name, compute }) =>
        compute ? [[name, listReadsBelow(below, list === undefined ? entity : {}, [compute])]] : [],
      ),
    ),
    boxes: fields.filter(isBox),
    unique: list === undefined ? [] : fields.filter(({ unique }) => unique),
    lists,
    figures,
    currencies: [
      ...fields.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : [])),
      ...inner.flatMap((logic) => logic.currencies),
    ],
    recordInputs: [
      ...new Set([
        ...figures.flatMap(({ expression }) => recordReads(expression.tree)),
        ...inner.flatMap((logic) => logic.recordInputs),
      ]),
    ],
    conditional: inner.some((logic) => logic.show.size > 0 || logic.require.size > 0 || logic.conditional),
  };
}

function indexEntity(entity: Entity): Core {
  const all = orderComputedFields(listComputedFields(entity.fields));
  const own = listOwnFigures(entity, all);
  const logic = indexLogic({ entity, own }, entity.fields);
  const rulesOf = new Map<string, IndexedRule[]>();
  const rules = [...logic.rules];
  const visit = ({ lists }: Logic): void => {
    for (const rows of lists.values()) {
      rules.push(...rows.rules);
      visit(rows);
    }
  };
  visit(logic);
  for (const rule of rules) {
    for (const name of new Set([getTopName(rule.plan.at, rule.plan.list), ...rule.reads]))
      rulesOf.set(name, [...(rulesOf.get(name) ?? []), rule]);
  }
  const readByRows = new Map<string, Set<string>>();
  const note = (list: string, expression: Expression) =>
    readByRows.set(list, new Set([...(readByRows.get(list) ?? []), ...listOwnReads(entity, expression)]));
  for (const { list, field, expression } of [...entity.show, ...entity.require])
    if (list) note(getTopName(field, list), expression);
  for (const { lists, expression } of all) if (lists[0] !== undefined) note(lists[0], expression);
  return {
    ...logic,
    rulesOf,
    figures: all.filter((figure) => !own.has(figure)),
    readByRows,
    read: readBy(entity),
    order: new Map(entity.fields.map((field, index) => [field.name, index])),
    recordScope: { checked: entity.fields, involved: logic.fields },
    fieldScopes: new Map(),
    ...(entity.objects && { objects: entity.objects }),
    constants: Object.fromEntries(
      Object.entries(entity.constants ?? {}).map(([name, value]) => [name, readConstant(value)]),
    ),
  };
}

/** Returns the indexes of an entity. A copy (`{...entity}`) gets its own. */
export function readCore(entity: Entity): Core {
  const cached = cores.get(entity);
  if (cached) return cached;
  const core = indexEntity(entity);
  cores.set(entity, core);
  return core;
}

/**
 * Returns the scope for checking these fields, so that a key press in a form with 200 fields does not check all of
 * them.
 */
export function createCheckScope(core: Core, only: readonly string[] | undefined): CheckScope {
  if (!only) return core.recordScope;
  const [name, ...others] = only;
  if (name === undefined || others.length > 0) return collectScope(core, only);
  const cached = core.fieldScopes.get(name) ?? collectScope(core, only);
  core.fieldScopes.set(name, cached);
  return cached;
}

function collectScope(core: Core, only: readonly string[]): CheckScope {
  const names = new Set<string>();
  const open = [
    ...only,
    ...only.flatMap((name) =>
      (core.rulesOf.get(name) ?? []).flatMap(({ plan, reads }) => [getTopName(plan.at, plan.list), ...reads]),
    ),
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    // Include the currency of an amount, which determines its number of decimal places.
    const currency = core.fields.get(name)?.currency;
    if (currency && "field" in currency) open.push(currency.field);
    open.push(
      ...listOwnReads(
        core,
        core.show.get(name)?.expression,
        core.require.get(name)?.expression,
        core.fields.get(name)?.compute,
      ),
      ...(core.readByRows.get(name) ?? []),
    );
  }
  const selected = new Set(only);
  const involved = new Map([...core.fields].filter(([name]) => names.has(name)));
  return { checked: [...involved.values()].filter(({ name }) => selected.has(name)), involved };
}

/**
 * Returns the field at a path such as `lines.amount`, which may belong to a row.
 * @throws for an unknown path, which cannot happen in compiled rules and conditions
 */
export function findFieldAt(entity: Entity, path: string): Field {
  const name = findFieldName(path, entity.objects);
  const rest = path === name ? [] : path.slice(name.length + 1).split(".");
  let field = entity.field(name);
  for (const inner of rest) {
    const next = field.items?.find((item) => item.name === inner);
    if (!next) throw new Error(`"${entity.name}" has no field "${path}"`);
    field = next;
  }
  return field;
}
