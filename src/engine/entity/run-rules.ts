import { Decimal } from "../base/decimal.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { getOwnName } from "./reads.ts";
import { findFieldAt, type IndexedRule, type Logic, readCore, type CheckScope } from "./core.ts";
import type { Entity, Row, RulePlan } from "../model/entity.ts";
import { compare, type Bound, type Errors } from "./errors.ts";
import { getShortLabel } from "./labels.ts";
import { visitRows, type RecordLocation } from "./rows.ts";
import { buildKindContext, toPointer } from "./values.ts";
import { buildSelfScope } from "./self-scope.ts";

interface Run {
  errors: Errors;
  /** Receives the errors of rules that only warn. */
  warnings: Errors;
  only: ReadonlySet<string> | undefined;
  checkScope: CheckScope;
  side: "browser" | "server";
}

/** Adds the errors of all rules, or only of the rules that read a field in `only` or report an error at it. */
export function runRules(entity: Entity, record: Row, facts: Scope, run: Run): void {
  const core = readCore(entity);
  const { only, checkScope, errors } = run;
  const selected = only ? new Set([...only].flatMap((name) => core.rulesOf.get(name) ?? [])) : undefined;
  const pick = ({ rules }: Logic) => (selected ? rules.filter((rule) => selected.has(rule)) : rules);
  const own = pick(core);
  const lists = [...core.lists].some(([name, rows]) => record[name] !== undefined && hasRules(rows));
  if (own.length === 0 && !lists) return;
  const self = buildSelfScope(entity, record, facts, { checkScope, malformed: errors.listMalformed() });
  const location: RecordLocation = { record, values: self, scope: { ...facts, self }, at: "" };
  runAt(core, own, location, { ...run, self });
  if (lists)
    visitRows(core, location, (logic, row) => {
      const rules = pick(logic);
      if (rules.length > 0) runAt(logic, rules, row, { ...run, self });
    });
}

const hasRules = (rows: Logic): boolean => rows.rules.length > 0 || [...rows.lists.values()].some(hasRules);

/** Runs rules against the record or a single row. */
function runAt(logic: Logic, rules: Iterable<IndexedRule>, location: RecordLocation, run: Run & { self: Row }): void {
  const { record, values, scope } = location;
  for (const rule of rules) {
    const { plan, name } = rule;
    // Skip rules of hidden fields, and bounds of absent values.
    if (!Object.hasOwn(record, name) && (plan.min || plan.max || logic.show.has(name))) continue;
    const when = plan.when ? evaluate(plan.when, scope) : true;
    if (when === false) continue;
    // The server enforces a rule with `authority: server` even when a fact is unknown, unless a value of the record
    // itself is missing.
    const strict =
      plan.authority === "server" && run.side === "server" && hasInputs(logic, rule, location, { ...run, when });
    if (when === UNKNOWN && !strict) continue;
    const broken = runRule(plan, scope, values[name], strict);
    if (broken) report(plan, location, broken, plan.warns ? run.warnings : run.errors);
  }
}

/** Returns whether all record and row values that a rule needs are known. */
function hasInputs(
  logic: Logic,
  { name, reads, judges, rowReads }: IndexedRule,
  { at, values }: RecordLocation,
  { self, when }: { self: Row; when: unknown },
): boolean {
  const needed = [...(when === UNKNOWN ? reads : judges)];
  const isThere = (item: string) => isKnown(values[item]);
  if (at === "") return [...findInputs(logic, [...needed, name])].every(isThere);
  return [...findInputs(logic, [...rowReads, name])].every(isThere) && needed.every((item) => isKnown(self[item]));
}

/**
 * Returns the fields that users fill in to determine these fields. A computed field is unknown when anything it reads
 * is unknown.
 */
function findInputs(logic: Logic, names: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    const reads = logic.computed.get(name);
    if (!reads) found.add(name);
    else if (!seen.has(name)) for (const inner of findInputs(logic, [...reads], seen.add(name))) found.add(inner);
  }
  return found;
}

const isKnown = (value: unknown): boolean => value !== undefined && value !== UNKNOWN;

/** A violated rule, with `bound` when its limit is known. */
interface Broken {
  bound?: Bound;
}

/**
 * Returns the violation of a rule, or undefined when the value satisfies the rule. Unknown facts count as a violation
 * only if `strict` is set.
 */
function runRule({ min, max, assert }: RulePlan, scope: Scope, value: unknown, strict: boolean): Broken | undefined {
  const bound = min ?? max;
  if (!bound) {
    const holds = assert ? evaluate(assert, scope) : true;
    return holds === false || (holds === UNKNOWN && strict) ? {} : undefined;
  }
  const limit = evaluate(bound, scope);
  if (limit === UNKNOWN) return strict ? {} : undefined;
  if (!isKnown(value)) return undefined;
  const order = compare(value, limit);
  const side = min ? "min" : "max";
  return (side === "min" ? order < 0 : order > 0) ? { bound: { side, value: limit } } : undefined;
}

function report(plan: RulePlan, { record, at: above }: RecordLocation, { bound }: Broken, errors: Errors): void {
  const { entity, lang } = errors;
  const field = findFieldAt(entity, plan.at);
  const pointer = plan.list === undefined ? field.at : `${above}/${toPointer(getOwnName(plan.at, plan.list))}`;
  const label = getShortLabel(entity, plan.at, lang);
  const code = getOwnName(plan.id, plan.list);
  const format = (limit: string) => entity.text(`rule.${plan.id}`, lang, { label, limit });
  if (!bound) {
    errors.addRuleError({ at: pointer, code, params: {}, message: format("—") });
    return;
  }
  const context = buildKindContext(entity, field, lang, record);
  const limit: unknown = field.kind.fromRule(bound.value, context);
  const plain =
    bound.value instanceof Decimal ? bound.value.toString() : typeof limit === "number" ? limit : String(limit);
  const message = format(field.kind.text(limit, context));
  errors.bound({ at: pointer, code, params: { limit: plain }, message }, bound);
}
