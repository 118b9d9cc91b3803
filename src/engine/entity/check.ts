/**
 * The one verdict on a record: browser, server, import and tools ask the same functions. First values are put in order (blanks trimmed,
 * digits narrowed), then hidden fields are dropped, then JSON Schema, the kinds, what must be filled, and the rules have their say.
 */
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../rules/expression.ts";
import { coreOf, nearTo, type Core, type Near } from "./core.ts";
import type { CheckError, CheckOptions, Entity, Field, Lang, Row, Verdict } from "./entity.ts";
import { Errors } from "./errors.ts";
import { facts } from "./facts.ts";
import { runRules } from "./run-rules.ts";
import { kindContext, pointer, present, selfScope } from "./values.ts";

/** Checks a whole record, or the fields of `only`. Never throws on bad data. */
export function checkRecord(entity: Entity, record: Row, options: CheckOptions): Verdict {
  const core = coreOf(entity);
  const near = nearTo(core, options.only);
  const only = options.only && new Set(options.only);
  const known = facts(entity, options.contexts);
  const plain = typeof record === "object" && record !== null && !Array.isArray(record) ? record : {};
  const tidy = normalise(entity, core, only ? pick(plain, near.around) : plain, options);
  const value = withoutHidden(entity, core, tidy, known, near);
  const asked = only ? pick(value, only) : value;
  const errors = new Errors(entity, options.lang);
  core.validate(asked);
  for (const problem of core.validate.errors ?? []) errors.schema(problem, asked, options);
  const context = kindContext(entity, entity.fields[0]!, value, options.lang);
  for (const field of near.asked) kindProblems(entity, field, asked[field.name], value, field.at, errors, context);
  demands(core, value, known, near, options, errors);
  const warnings = new Errors(entity, options.lang);
  runRules(entity, value, known, { errors, warnings }, { only, near, side: options.side ?? "browser" });
  return { value, errors: errors.sorted(), warnings: warnings.sorted().filter(({ at }) => !errors.has(at)) };
}

const pick = (record: Row, names: { has(name: string): boolean }): Row => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));

/**
 * Checks one field of a record that is being filled in: its schema, its kind, whether it must be filled, and the rules that read it or
 * show at it. Those rules' errors may stand at other fields; `at` says where.
 */
export function checkField(entity: Entity, name: string, record: Row, options: Omit<CheckOptions, "only">): CheckError[] {
  return checkRecord(entity, record, { ...options, only: [name] }).errors;
}

/** Trims, narrows and upper-cases as the kinds say; empty texts count as absent. Names that are no field stay, for the schema to refuse. */
function normalise(entity: Entity, core: Core, record: Row, { lang, side }: CheckOptions): Row {
  // Plain loops and one context: a batch comes by here four thousand times.
  const tidy: Row = {};
  const context = kindContext(entity, entity.fields[0]!, record, lang);
  for (const name of Object.keys(record)) {
    const field = core.fields.get(name);
    if (side === "server" && field?.local) continue;
    const raw = record[name];
    const value = field && present(raw) ? tidyValue(entity, field, raw, record, lang, context) : raw;
    if (!present(value)) continue;
    // A sender's `__proto__` is a name like any other, for the schema to refuse.
    if (name === "__proto__") Object.defineProperty(tidy, name, { value, enumerable: true, configurable: true, writable: true });
    else tidy[name] = value;
  }
  return tidy;
}

function tidyValue(entity: Entity, field: Field, raw: unknown, record: Row, lang: Lang, context = kindContext(entity, field, record, lang)): unknown {
  context.field = field;
  const value = field.kind.normalise(raw, context);
  if (!field.items || !Array.isArray(value)) return value;
  const names = new Map(field.items.map((item) => [item.name, item]));
  return value.map((row: unknown) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
    return Object.fromEntries(
      Object.entries(row).flatMap(([name, inner]) => {
        const item = names.get(name);
        const tidy = item && present(inner) ? tidyValue(entity, item, inner, { ...record, ...row }, lang) : inner;
        return present(tidy) ? [[name, tidy] as [string, unknown]] : [];
      }),
    );
  });
}

/** Without the fields that do not show; hiding one may hide others that depend on it. */
function withoutHidden(entity: Entity, core: Core, record: Row, known: Scope, near: Near = core.all): Row {
  const conditions = [...core.show.values()].filter((one) => near.around.has(one.field));
  if (conditions.length === 0) return record;
  let value = record;
  for (let hidden = 1; hidden > 0; ) {
    const scope = { ...known, self: selfScope(entity, value, known, near) };
    const gone = conditions.filter((one) => Object.hasOwn(value, one.field) && evaluate(one.expression, scope) !== true).map((one) => one.field);
    hidden = gone.length;
    if (hidden > 0) value = Object.fromEntries(Object.entries(value).filter(([name]) => !gone.includes(name)));
  }
  return value;
}

/** Whether a field shows for this record; unknown counts as no. */
export function shownNow(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = coreOf(entity);
  const condition = core.show.get(name);
  if (!condition) return true;
  const known = facts(entity, contexts);
  const value = withoutHidden(entity, core, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Whether a field must be filled now: demanded by the schema or by `x-require`, and shown. */
export function demandedNow(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = coreOf(entity);
  const condition = core.require.get(name);
  if (!core.fields.get(name)?.required && !condition) return false;
  if (!shownNow(entity, name, record, contexts)) return false;
  if (core.fields.get(name)?.required || !condition) return true;
  const known = facts(entity, contexts);
  const value = withoutHidden(entity, core, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Values of the computed fields, as JSON; a field whose inputs are unknown is absent. */
export function computeRecord(entity: Entity, record: Row, contexts?: Scope): Row {
  const { computed, fields } = coreOf(entity);
  if (computed.size === 0) return {};
  const known = facts(entity, contexts);
  const self = selfScope(entity, record, known);
  return Object.fromEntries(
    [...computed].flatMap(([name, { expression }]) => {
      const field = fields.get(name)!;
      const result = evaluate(expression, { ...known, self });
      return result === UNKNOWN ? [] : [[name, field.kind.fromRule(result, kindContext(entity, field, record, "zh"))]];
    }),
  );
}

/** What the kinds say beyond JSON Schema, in rows too; not of values that the schema already refuses. */
function kindProblems(entity: Entity, field: Field, value: unknown, record: Row, at: string, errors: Errors, context = kindContext(entity, field, record, errors.lang)): void {
  if (!present(value)) return;
  if (field.items && Array.isArray(value)) {
    value.forEach((row: unknown, index) => {
      if (typeof row !== "object" || row === null) return;
      for (const item of field.items!) kindProblems(entity, item, (row as Row)[item.name], { ...record, ...row }, `${at}/${index}/${pointer(item.name)}`, errors);
    });
  }
  if (!field.kind.problem || errors.has(at)) return;
  context.field = field;
  const problem = field.kind.problem(value, context);
  if (problem) errors.add(field, at, problem.code, problem.params ?? {}, true);
}

/** What `x-require` and the schema demand. A hidden field is not demanded, nor on the server one that is never sent. */
function demands(core: Core, value: Row, known: Scope, near: Near, options: CheckOptions, errors: Errors): void {
  const { entity } = errors;
  let scope: Scope | undefined;
  const holds = (condition: { expression: Parameters<typeof evaluate>[0] }) => evaluate(condition.expression, (scope ??= { ...known, self: selfScope(entity, value, known, near) })) === true;
  for (const field of near.asked) {
    const { name } = field;
    if (Object.hasOwn(value, name) || (options.side === "server" && field.local)) continue;
    const condition = core.require.get(name);
    if (!field.required && !(condition && holds(condition))) continue;
    const shown = core.show.get(name);
    if (!shown || holds(shown)) errors.add(field, field.at, "required", {});
  }
}
