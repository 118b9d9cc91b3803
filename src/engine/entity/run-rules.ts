/** Runs the rules of an entity over a record. */
import { Decimal } from "../base/decimal.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { coreOf, type Core, type Near } from "./core.ts";
import type { Entity, Row, RulePlan } from "../model/entity.ts";
import { compare, type Errors } from "./errors.ts";
import { kindContext, selfScope } from "./values.ts";

interface Run {
  only: ReadonlySet<string> | undefined;
  near: Near;
  side: "browser" | "server";
}

/** Adds the errors of all rules, or of those that read a field of `only` or show at one; what only warns, to `warnings`. */
export function runRules(
  entity: Entity,
  record: Row,
  known: Scope,
  { errors, warnings }: Record<"errors" | "warnings", Errors>,
  { only, near, side }: Run,
): void {
  const core = coreOf(entity);
  const rules = only ? new Set([...only].flatMap((name) => core.rulesOf.get(name) ?? [])) : core.rules;
  let scope: Scope | undefined;
  for (const { plan, reads, judges } of rules) {
    // A hidden field is not checked, and what is not there breaks no rule.
    if (plan.at !== "" && !Object.hasOwn(record, plan.at) && (plan.min || plan.max)) continue;
    if (core.show.has(plan.at) && !Object.hasOwn(record, plan.at)) continue;
    scope ??= { ...known, self: selfScope(entity, record, known, near, (name) => errors.malformed(`/${name}`)) };
    const facts = scope;
    // The server enforces such a rule although a fact is unknown, unless it is the record's own value that is missing.
    const when = plan.when ? evaluate(plan.when, facts) : true;
    if (when === false) continue;
    const needed = when === UNKNOWN ? reads : judges;
    const strict =
      side === "server" &&
      plan.authority === "server" &&
      [...typedIn(core, [...needed, plan.at])].every((name) => isKnown(facts, name));
    if (when === UNKNOWN && !strict) continue;
    apply(entity, plan, facts, record, strict, plan.warns ? warnings : errors);
  }
}

/** The fields that somebody fills in behind these: a computed one is unknown when what it reads is, be it a field or a fact. */
function typedIn(core: Core, names: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    const one = core.computed.get(name);
    if (!one) found.add(name);
    else if (!seen.has(name)) for (const inner of typedIn(core, [...one.reads], seen.add(name))) found.add(inner);
  }
  return found;
}

const isKnown = (scope: Scope, name: string) => {
  const value = (scope.self as Scope)[name];
  return value !== undefined && value !== UNKNOWN;
};

function apply(entity: Entity, plan: RulePlan, scope: Scope, record: Row, strict: boolean, errors: Errors): void {
  const side = plan.min ? "min" : plan.max ? "max" : undefined;
  if (!side) {
    const holds = evaluate(plan.assert!, scope);
    if (holds === false || (holds === UNKNOWN && strict)) report(entity, plan, record, undefined, errors);
    return;
  }
  const limit = evaluate((plan.min ?? plan.max)!, scope);
  const value = (scope.self as Scope)[plan.at];
  if (limit === UNKNOWN) {
    if (strict) report(entity, plan, record, undefined, errors);
  } else if (
    value !== undefined &&
    value !== UNKNOWN &&
    (side === "min" ? compare(value, limit) < 0 : compare(value, limit) > 0)
  ) {
    report(entity, plan, record, { side, value: limit }, errors);
  }
}

function report(
  entity: Entity,
  plan: RulePlan,
  record: Row,
  bound: { side: "min" | "max"; value: unknown } | undefined,
  errors: Errors,
): void {
  const at = `/${plan.at}`;
  const field = entity.field(plan.at);
  const label = entity.text(`field.${plan.at}.label`, errors.lang);
  if (!bound) {
    errors.rule({
      at,
      code: plan.id,
      params: {},
      message: entity.text(`rule.${plan.id}`, errors.lang, { label, limit: "—" }),
    });
    return;
  }
  const context = kindContext(entity, field, errors.lang, record);
  const limit = field.kind.fromRule(bound.value, context) as unknown;
  const plain =
    bound.value instanceof Decimal ? bound.value.toString() : typeof limit === "number" ? limit : String(limit);
  errors.bound(
    {
      at,
      code: plan.id,
      params: { limit: plain },
      message: entity.text(`rule.${plan.id}`, errors.lang, { label, limit: field.kind.text(limit, context) }),
    },
    bound,
  );
}
