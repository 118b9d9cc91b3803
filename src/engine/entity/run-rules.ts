/** Runs the rules of an entity over a record. */
import { Decimal } from "../base/decimal.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { requireCore, type Core, type Near } from "./core.ts";
import type { Entity, Row, RulePlan } from "../model/entity.ts";
import { compare, type Bound, type Errors } from "./errors.ts";
import { kindContext, selfScope } from "./values.ts";

interface Run {
  errors: Errors;
  /** Gets the errors of rules that only warn. */
  warnings: Errors;
  only: ReadonlySet<string> | undefined;
  near: Near;
  side: "browser" | "server";
}

/** Adds the errors of all rules, or with `only` of those that read one of its fields or report at one. */
export function runRules(entity: Entity, record: Row, known: Scope, { errors, warnings, only, near, side }: Run): void {
  const core = requireCore(entity);
  const rules = only ? new Set([...only].flatMap((name) => core.rulesOf.get(name) ?? [])) : core.rules;
  let self: Row | undefined;
  let scope: Scope | undefined;
  for (const { plan, reads, judges } of rules) {
    // A hidden field is not checked, and an absent value breaks no bound.
    if (plan.at !== "" && !Object.hasOwn(record, plan.at) && (plan.min || plan.max)) continue;
    if (core.show.has(plan.at) && !Object.hasOwn(record, plan.at)) continue;
    self ??= selfScope(entity, record, known, { near, isMalformed: (name) => errors.malformed(`/${name}`) });
    scope ??= { ...known, self };
    const values = self;
    // The server enforces such a rule although a fact is unknown, unless a value of the record itself is missing.
    const when = plan.when ? evaluate(plan.when, scope) : true;
    if (when === false) continue;
    const needed = when === UNKNOWN ? reads : judges;
    const strict =
      side === "server" &&
      plan.authority === "server" &&
      [...findInputs(core, [...needed, plan.at])].every((name) => isKnown(values[name]));
    if (when === UNKNOWN && !strict) continue;
    const broken = runRule(plan, scope, values[plan.at], strict);
    if (broken) report(plan, record, broken, plan.warns ? warnings : errors);
  }
}

/** Returns the fields that users fill in behind these: a computed field is unknown when a field or fact that it reads is. */
function findInputs(core: Core, names: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    const one = core.computed.get(name);
    if (!one) found.add(name);
    else if (!seen.has(name)) for (const inner of findInputs(core, [...one.reads], seen.add(name))) found.add(inner);
  }
  return found;
}

const isKnown = (value: unknown): boolean => value !== undefined && value !== UNKNOWN;

/** A broken rule; `bound` when its limit is known. */
interface Broken {
  bound?: Bound;
}

/** Returns how a value breaks a rule; undefined when it holds, or when facts are unknown and the rule is not `strict`. */
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

function report(plan: RulePlan, record: Row, { bound }: Broken, errors: Errors): void {
  const { entity, lang } = errors;
  const at = `/${plan.at}`;
  const field = entity.field(plan.at);
  const label = entity.label(plan.at, lang);
  const say = (limit: string) => entity.text(`rule.${plan.id}`, lang, { label, limit });
  if (!bound) {
    errors.rule({ at, code: plan.id, params: {}, message: say("—") });
    return;
  }
  const context = kindContext(entity, field, lang, record);
  const limit: unknown = field.kind.fromRule(bound.value, context);
  const plain =
    bound.value instanceof Decimal ? bound.value.toString() : typeof limit === "number" ? limit : String(limit);
  const message = say(field.kind.text(limit, context));
  errors.bound({ at, code: plan.id, params: { limit: plain }, message }, bound);
}
