/**
 * Mutation test of a schema: removes, shifts or inverts each limit and rule. A mutation that no fixture detects is
 * unguarded.
 */
import { isDeepStrictEqual } from "node:util";
import { buildConditionPath, buildRulePath, mapFields, type Compiled } from "@portolan/engine/compiler";
import { compileValidator } from "../../src/payments/compiler.ts";
import {
  type ConditionPlan,
  Decimal,
  type Entity,
  type EntityPlan,
  type FieldPlan,
  flattenRecord,
  type JsonSchema,
  type RulePlan,
  type Validate,
} from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import type { Fixture, FixtureFile } from "./cases.ts";

/** One mutation. */
export interface Mutation {
  /** Path of the field (`parties.share`); for a rule, of the field that shows its error. */
  field: string;
  /** Path in the entity's file, or below `request` in a call's file. */
  path: string[];
  /** Description of the mutation: `remark maxLength 20 -> 21`. */
  what: string;
}
/** A mutation that no fixture detects. */
export type UndetectedMutation = Mutation;
/** A mutation, with the mutated plan. */
export interface MutatedPlan extends Mutation {
  plan: EntityPlan;
}

/** Returns all undetected mutations. */
export const findUndetectedMutations = (compiled: Compiled, fixtures: FixtureFile): UndetectedMutation[] =>
  [...runMutations(compiled, fixtures)].flatMap(({ noticed, ...breakage }) => (noticed ? [] : [breakage]));

/** Yields the mutations one by one, so that the caller may pause or stop. */
export function* runMutations(compiled: Compiled, fixtures: FixtureFile): Generator<Mutation & { noticed: boolean }> {
  for (const { plan: _plan, ...breakage } of runPlans(compiled, fixtures)) yield breakage;
}

/** Like `runMutations`, but includes the mutated plans. */
export function* runPlans(
  { plan, texts }: Compiled,
  { fixtures }: FixtureFile,
): Generator<MutatedPlan & { noticed: boolean }> {
  const validate = compileValidator(plan.schema);
  // Includes texts, because options are also matched by label and other values would pass without them.
  const whole = hydrate(plan, texts, validate);
  const verdicts = fixtures.map((fixture) => describeVerdict(whole, fixture));
  // Fixtures are reordered only for speed: the one that detected the last mutation first, then those about the same
  // field.
  let order = [...fixtures.keys()];
  const notices = (what: string, broken: EntityPlan): boolean => {
    const names = what.split(/[ .]/);
    const [last, ...rest] = order;
    const near = (index: number) => names.some((name) => fixtures[index]!.about.has(name));
    order = [...(last === undefined ? [] : [last]), ...rest.filter(near), ...rest.filter((index) => !near(index))];
    // An empty list of choices is an invalid schema, which counts as detected.
    try {
      const made = hydrate(broken, texts, compileChangedFields(validate, plan.schema, broken.schema));
      const position = order.findIndex((index) => describeVerdict(made, fixtures[index]!) !== verdicts[index]);
      if (position >= 0) order.unshift(...order.splice(position, 1));
      return position >= 0;
    } catch {
      return true;
    }
  };
  for (const broken of createMutations(plan)) yield { ...broken, noticed: notices(broken.what, broken.plan) };
}

/** Returns the result of checking a record, in a comparable form. */
export function describeVerdict(entity: Entity, { record, contexts }: Pick<Fixture, "record" | "contexts">): string {
  const sides = (["browser", "server"] as const).map((side) =>
    entity.check(flattenRecord(entity, record), { lang: "en", side, contexts }),
  );
  return JSON.stringify(
    sides
      .flatMap(({ errors, warnings }) => [errors, warnings])
      .map((found) => found.map(({ at, code }) => `${at} ${code}`)),
  );
}

/**
 * Returns a validator for a schema in which some fields changed, compiling only those. Required fields are checked
 * elsewhere.
 */
export function compileChangedFields(validate: Validate, before: JsonSchema, after: JsonSchema): Validate {
  const [was, is] = [before.properties, after.properties] as [JsonSchema, JsonSchema];
  const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  if (names.length === 0) return validate;
  const changed = compileValidator({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, is[name]])),
  });
  const both = ((record: unknown) => {
    validate(record);
    changed(record);
    const kept = (validate.errors ?? []).filter(
      ({ instancePath }) => !names.includes(instancePath.split("/")[1] ?? ""),
    );
    both.errors = [...kept, ...(changed.errors ?? [])];
    return both.errors.length === 0;
  }) as Validate;
  return both;
}

type MutateField = (field: string, path: string[], what: string, edit: (copy: EntityPlan) => void) => MutatedPlan;

/**
 * Yields copies of the plan with one limit or rule removed, shifted or inverted. Skips fields that the server fills in.
 */
export function* createMutations(plan: EntityPlan): Generator<MutatedPlan> {
  const change: MutateField = (field, path, what, edit) => {
    const copy = structuredClone(plan);
    edit(copy);
    return { field, path, what, plan: copy };
  };
  yield* mutateFields(plan.fields, "", ["properties"], change);
  for (const list of ["rules", "show", "require"] as const) {
    for (const [index, item] of plan[list].entries())
      yield change(
        getFieldPath(item),
        buildPlanPath(plan, list, item),
        `${list} ${"id" in item ? item.id : item.field}`,
        (copy) => void copy[list].splice(index, 1),
      );
  }
  for (const [index, rule] of plan.rules.entries()) {
    const path = buildPlanPath(plan, "rules", rule);
    for (const part of ["when", "assert", "min", "max"] as const) {
      if (!rule[part]) continue;
      for (const [what, tree] of mutateExpression(rule[part].tree))
        yield change(
          rule.at,
          [...path, part],
          `rules ${rule.id} ${part} ${what}`,
          (copy) => void (copy.rules[index]![part]!.tree = tree),
        );
    }
    if (rule.when)
      yield change(
        rule.at,
        [...path, "when"],
        `rules ${rule.id} without when`,
        (copy) => void delete copy.rules[index]!.when,
      );
  }
  for (const list of ["show", "require"] as const) {
    for (const [index, condition] of plan[list].entries()) {
      // Hidden fields are never required, so a condition shared by both is covered by visibility.
      if (
        list === "require" &&
        plan.show.some(
          (other) => other.field === condition.field && other.expression.source === condition.expression.source,
        )
      )
        continue;
      for (const [what, tree] of mutateExpression(condition.expression.tree))
        yield change(
          condition.field,
          buildPlanPath(plan, list, condition),
          `${list} ${condition.field} ${what}`,
          (copy) => void (copy[list][index]!.expression.tree = tree),
        );
    }
  }
}

const getFieldPath = (item: { at: string } | { field: string }): string => ("at" in item ? item.at : item.field);
const buildPlanPath = (
  plan: EntityPlan,
  list: "rules" | "show" | "require",
  item: RulePlan | ConditionPlan,
): string[] => ("id" in item ? buildRulePath(plan.rules, item.id) : buildConditionPath(list, item));

function* mutateFields(
  fields: readonly FieldPlan[],
  lead: string,
  path: string[],
  change: MutateField,
): Generator<MutatedPlan> {
  for (const field of fields) {
    if (field.readOnly) continue;
    const location = lead + field.name;
    const place = [...path, ...field.name.split(".").join(" properties ").split(" ")];
    const own = (copy: EntityPlan) => mapFields(copy.fields).get(location)!;
    const inSchema = (copy: EntityPlan) => {
      const steps = location.split(".");
      const last = steps.pop()!;
      const record = steps.reduce<JsonSchema>((schema, step) => {
        const inner = (schema.properties as Record<string, JsonSchema>)[step]!;
        return (inner.items ?? inner) as JsonSchema;
      }, copy.schema);
      return { record, schema: (record.properties as Record<string, JsonSchema>)[last]!, last };
    };
    for (const keyword of Object.keys(field.schema)) {
      if (SILENT.has(keyword)) continue;
      yield change(
        location,
        [...place, keyword],
        `${location} ${keyword}`,
        (copy) => void delete inSchema(copy).schema[keyword],
      );
    }
    for (const value of (field.schema.enum as unknown[] | undefined) ?? []) {
      yield change(
        location,
        [...place, field.options ? "x-options" : "enum", String(value)],
        `${location} without ${String(value)}`,
        (copy) => {
          const { schema } = inSchema(copy);
          schema.enum = (schema.enum as unknown[]).filter((item) => item !== value);
        },
      );
    }
    for (const [keyword, value] of Object.entries(field.schema)) {
      for (const other of shiftLimit(keyword, value, field))
        yield change(
          location,
          [...place, keyword],
          `${location} ${keyword} ${String(value)} -> ${String(other)}`,
          (copy) => void (inSchema(copy).schema[keyword] = other),
        );
    }
    if (field.required) {
      yield change(location, [...place.slice(0, -2), "required"], `${location} required`, (copy) => {
        own(copy).required = false;
        const { record, last } = inSchema(copy);
        record.required = (record.required as string[]).filter((name) => name !== last);
      });
    }
    if (field.items) yield* mutateFields(field.items, `${location}.`, [...place, "items", "properties"], change);
  }
}

/** Field keywords that never reject a value. */
const SILENT = new Set(["type", "examples", "readOnly", "writeOnly", "default", "description", "items"]);

/** Keywords whose number may be negative. */
const SIGNED = new Set(["minimum", "exclusiveMinimum", "exclusiveMaximum", "const"]);

/** Returns the limit loosened and tightened by one step. */
function shiftLimit(keyword: string, value: unknown, { schema: { format }, currency }: FieldPlan): unknown[] {
  if (typeof value === "number")
    return [value - 1, value + 1].filter((other) => other >= (keyword === "multipleOf" ? 1 : 0) || SIGNED.has(keyword));
  if (keyword === "pattern") return mutatePattern(value as string);
  if (!keyword.startsWith("format") && keyword !== "x-step") return [];
  if (keyword === "format") return [];
  if (format === "decimal")
    return (currency ? ["-0.01", "0.01"] : ["-0.0001", "0.0001"])
      .map((step) => Decimal.of(value as string).add(Decimal.of(step)))
      .filter((other) => keyword !== "x-step" || other.cmp(0n) > 0)
      .map(String);
  const days = (count: number) => new Date(Date.parse(value as string) + count * DAY_MS).toISOString();
  return [-1, 1].map((count) => (format === "date" ? days(count).slice(0, 10) : days(count)));
}
const DAY_MS = 86_400_000;

/**
 * Returns the pattern without an anchor at either end, and with each count increased and decreased by one. Counts of 0
 * are skipped, because an empty string counts as absent.
 */
function mutatePattern(pattern: string): string[] {
  const counted = [...pattern.matchAll(/(?<=\{(?:\d+,)?)\d+(?=,?\d*\})/g)].flatMap(({ 0: count, index }) =>
    [-1, 1].map((step) => pattern.slice(0, index) + String(Number(count) + step) + pattern.slice(index + count.length)),
  );
  return [pattern.replace(/^\^/, ""), pattern.replace(/\$$/, ""), ...counted].filter(
    (other) => other !== pattern && !/\{(-1|0,)/.test(other),
  );
}

/**
 * Returns whether an operand of `has(self.name) && self.name in [...]` is the list test. An absent value is in no list,
 * so the test alone gives the same results and no case can tell the two apart.
 */
function impliesPresence(part: unknown, parts: readonly unknown[]): boolean {
  if (!Array.isArray(part) || part[0] !== "in" || parts.length !== 2) return false;
  const [root, record, name] = part[1] as unknown[];
  return root === "v" && record === "self" && JSON.stringify(parts[0]) === JSON.stringify(["has", ["v", "self"], name]);
}

/** Yields the expression with one operator changed, or reduced to one operand. */
function* mutateExpression(tree: unknown): Generator<[string, unknown]> {
  if (!Array.isArray(tree)) return;
  const [op, ...parts] = tree as [string, ...unknown[]];
  for (const other of OTHERS[op] ?? []) yield [`${op} -> ${other}`, [other, ...parts]];
  if (op === "&&" || op === "||")
    for (const part of parts) if (!(op === "&&" && impliesPresence(part, parts))) yield [`${op}: one side`, part];
  if (op === "!") yield ["! gone", parts[0]];
  if (op === "?") yield ["? sides", ["?", parts[0], parts[2], parts[1]]];
  if (op === "v" || op === "has" || op === "." || op === "i" || op === "d") return;
  for (const [index, part] of parts.entries())
    for (const [what, other] of mutateExpression(part)) yield [what, [op, ...parts.with(index, other)]];
}
const OTHERS: Record<string, string[]> = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  all: ["exists"],
  exists: ["all"],
  "+": ["-"],
  "-": ["+"],
};
