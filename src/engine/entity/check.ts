/**
 * Checks a record; browser, server, import and tools use the same functions. Normalises the values (trims blanks, narrows digits), drops
 * hidden fields, then applies JSON Schema, the kinds, required fields and the rules.
 */
import { evaluate } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { withoutHidden } from "./conditions.ts";
import { requireCore, nearTo, type Core, type Near } from "./core.ts";
import type { CheckOptions, ConditionPlan, Entity, Row, Verdict } from "../model/entity.ts";
import { Errors } from "./errors.ts";
import { factScope } from "./facts.ts";
import type { KindContext } from "../model/kind.ts";
import type { Validate } from "../model/validate.ts";
import { runRules } from "./run-rules.ts";
import { kindContext, pointer, present, reuseKindContext, selfScope } from "./values.ts";

/** Stars of a mask: no value of a masked field holds three in a row. */
const COVERED = /\*{3}/;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks a whole record, or the fields of `only`. Never throws on bad data. */
export function checkRecord(entity: Entity, validate: Validate, record: Row, options: CheckOptions): Verdict {
  const core = requireCore(entity);
  const near = nearTo(core, options.only);
  const only = options.only && new Set(options.only);
  const known = factScope(entity, options.contexts);
  const plain = isRow(record) ? record : {};
  const tidy = normalise(entity, core, only ? pick(plain, near.around) : plain, options);
  const value = withoutHidden(entity, tidy, known, near);
  const asked = only ? pick(value, only) : value;
  const errors = new Errors(entity, options.lang);
  validate(asked);
  for (const problem of validate.errors ?? []) errors.schema(problem, asked, options);
  const contextOf = reuseKindContext(entity, options.lang, value);
  for (const field of near.asked) addKindProblem(asked[field.name], field.at, contextOf(field), errors);
  addMissing(value, { core, near, known, options, errors });
  const warnings = new Errors(entity, options.lang);
  runRules(entity, value, known, { errors, warnings, only, near, side: options.side ?? "browser" });
  return { value, errors: errors.sorted(), warnings: warnings.sorted().filter(({ at }) => !errors.has(at)) };
}

const pick = (record: Row, names: { has(name: string): boolean }): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));

/** Trims, narrows and upper-cases as the kinds define it; drops empty texts. Keeps names that are no field: the schema refuses them. */
function normalise(entity: Entity, core: Core, record: Row, { lang, side }: CheckOptions): Row {
  // Plain loops and one context: an import checks four thousand records.
  const tidy: Row = {};
  const contextOf = reuseKindContext(entity, lang, record);
  for (const name of Object.keys(record)) {
    const field = core.fields.get(name);
    if (side === "server" && field?.local) continue;
    const raw = record[name];
    const value = field && present(raw) ? normaliseValue(entity, raw, contextOf(field)) : raw;
    if (!present(value)) continue;
    // A `__proto__` of the request is a name like any other: the schema refuses it.
    if (name === "__proto__")
      Object.defineProperty(tidy, name, { value, enumerable: true, configurable: true, writable: true });
    else tidy[name] = value;
  }
  return tidy;
}

function normaliseValue(entity: Entity, raw: unknown, context: KindContext): unknown {
  const { field, record, lang } = context;
  const value: unknown = field.kind.normalise(raw, context);
  if (!field.items || !Array.isArray(value)) return value;
  const names = new Map(field.items.map((item) => [item.name, item]));
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    return Object.fromEntries(
      Object.entries(row).flatMap(([name, inner]): [string, unknown][] => {
        const item = names.get(name);
        const tidy =
          item && present(inner)
            ? normaliseValue(entity, inner, kindContext(entity, item, lang, { ...record, ...row }))
            : inner;
        return present(tidy) ? [[name, tidy]] : [];
      }),
    );
  });
}

/** Adds what is wrong with the rows or the items of a list. */
function addPartProblems(list: readonly unknown[], at: string, context: KindContext, errors: Errors): void {
  const { items = [], item } = context.field;
  const { record, lang } = context;
  for (const [index, part] of list.entries()) {
    if (item) addKindProblem(part, `${at}/${index}`, { ...context, field: item }, errors);
    if (!isRow(part)) continue;
    for (const own of items)
      addKindProblem(
        part[own.name],
        `${at}/${index}/${pointer(own.name)}`,
        kindContext(errors.entity, own, lang, { ...record, ...part }),
        errors,
      );
  }
}

/** Adds what the field's kind finds wrong beyond JSON Schema, in rows too; nothing for values that the schema refuses. */
function addKindProblem(value: unknown, at: string, context: KindContext, errors: Errors): void {
  if (!present(value)) return;
  const { field } = context;
  if (Array.isArray(value)) addPartProblems(value, at, context, errors);
  // A masked value never replaces the value.
  if (field.mask && !field.readOnly && typeof value === "string" && COVERED.test(value))
    return errors.replace(field, at, "covered");
  if (!field.kind.validate || errors.has(at)) return;
  const problem = field.kind.validate(value, context);
  if (problem) errors.add({ field, at, code: problem.code, params: problem.params, malformed: true });
}

interface Check {
  core: Core;
  near: Near;
  known: Scope;
  options: CheckOptions;
  errors: Errors;
}

/** Adds required fields without a value, unless they are hidden or, on the server, never sent. */
function addMissing(value: Row, { core, near, known, options, errors }: Check): void {
  let scope: Scope | undefined;
  const holds = ({ expression }: ConditionPlan) => {
    scope ??= { ...known, self: selfScope(errors.entity, value, known, { near }) };
    return evaluate(expression, scope) === true;
  };
  for (const field of near.asked) {
    const { name } = field;
    if (Object.hasOwn(value, name) || (options.side === "server" && field.local)) continue;
    const condition = core.require.get(name);
    if (!field.required && !(condition && holds(condition))) continue;
    const shown = core.show.get(name);
    if (!shown || holds(shown)) errors.add({ field, at: field.at, code: "required" });
  }
}
