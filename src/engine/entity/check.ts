/**
 * The one verdict on a record: browser, server, import and tools ask the same functions. First values are put in order (blanks trimmed,
 * digits narrowed), then hidden fields are dropped, then JSON Schema, the kinds, what must be filled, and the rules have their say.
 */
import { evaluate } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { withoutHidden } from "./conditions.ts";
import { coreOf, nearTo, type Core, type Near } from "./core.ts";
import type { CheckOptions, Entity, Field, Lang, Row, Verdict } from "../model/entity.ts";
import { Errors } from "./errors.ts";
import { factScope } from "./facts.ts";
import type { Validate } from "../model/validate.ts";
import { runRules } from "./run-rules.ts";
import { kindContext, pointer, present, selfScope } from "./values.ts";

/** Covered values have stars, as nothing that a person writes into such a field does. */
const COVERED = /\*{3}/;

/** Checks a whole record, or the fields of `only`. Never throws on bad data. */
export function checkRecord(entity: Entity, validate: Validate, record: Row, options: CheckOptions): Verdict {
  const core = coreOf(entity);
  const near = nearTo(core, options.only);
  const only = options.only && new Set(options.only);
  const known = factScope(entity, options.contexts);
  const plain = typeof record === "object" && record !== null && !Array.isArray(record) ? record : {};
  const tidy = normalise(entity, core, only ? pick(plain, near.around) : plain, options);
  const value = withoutHidden(entity, core, tidy, known, near);
  const asked = only ? pick(value, only) : value;
  const errors = new Errors(entity, options.lang);
  validate(asked);
  for (const problem of validate.errors ?? []) errors.schema(problem, asked, options);
  const context = kindContext(entity, entity.fields[0]!, options.lang, value);
  for (const field of near.asked) kindProblems(entity, field, asked[field.name], value, field.at, errors, context);
  demands(core, value, known, near, options, errors);
  const warnings = new Errors(entity, options.lang);
  runRules(entity, value, known, { errors, warnings }, { only, near, side: options.side ?? "browser" });
  return { value, errors: errors.sorted(), warnings: warnings.sorted().filter(({ at }) => !errors.has(at)) };
}

const pick = (record: Row, names: { has(name: string): boolean }): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));

/** Trims, narrows and upper-cases as the kinds say; empty texts count as absent. Names that are no field stay, for the schema to refuse. */
function normalise(entity: Entity, core: Core, record: Row, { lang, side }: CheckOptions): Row {
  // Plain loops and one context: a batch comes by here four thousand times.
  const tidy: Row = {};
  const context = kindContext(entity, entity.fields[0]!, lang, record);
  for (const name of Object.keys(record)) {
    const field = core.fields.get(name);
    if (side === "server" && field?.local) continue;
    const raw = record[name];
    const value = field && present(raw) ? tidyValue(entity, field, raw, record, lang, context) : raw;
    if (!present(value)) continue;
    // A sender's `__proto__` is a name like any other, for the schema to refuse.
    if (name === "__proto__")
      Object.defineProperty(tidy, name, { value, enumerable: true, configurable: true, writable: true });
    else tidy[name] = value;
  }
  return tidy;
}

function tidyValue(
  entity: Entity,
  field: Field,
  raw: unknown,
  record: Row,
  lang: Lang,
  context = kindContext(entity, field, lang, record),
): unknown {
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

/** What the kinds say beyond JSON Schema, in rows too; not of values that the schema already refuses. */
function kindProblems(
  entity: Entity,
  field: Field,
  value: unknown,
  record: Row,
  at: string,
  errors: Errors,
  context = kindContext(entity, field, errors.lang, record),
): void {
  if (!present(value)) return;
  if (field.items && Array.isArray(value)) {
    value.forEach((row: unknown, index) => {
      if (typeof row !== "object" || row === null) return;
      for (const item of field.items!)
        kindProblems(
          entity,
          item,
          (row as Row)[item.name],
          { ...record, ...row },
          `${at}/${index}/${pointer(item.name)}`,
          errors,
        );
    });
  }
  // What a mask left of a value never becomes the value.
  if (field.mask && !field.readOnly && typeof value === "string" && COVERED.test(value))
    return errors.instead(field, at, "covered");
  if (!field.kind.problem || errors.has(at)) return;
  context.field = field;
  const problem = field.kind.problem(value, context);
  if (problem) errors.add(field, at, problem.code, problem.params ?? {}, true);
}

/** What `x-require` and the schema demand. A hidden field is not demanded, nor on the server one that is never sent. */
function demands(core: Core, value: Row, known: Scope, near: Near, options: CheckOptions, errors: Errors): void {
  const { entity } = errors;
  let scope: Scope | undefined;
  const holds = (condition: { expression: Parameters<typeof evaluate>[0] }) =>
    evaluate(condition.expression, (scope ??= { ...known, self: selfScope(entity, value, known, near) })) === true;
  for (const field of near.asked) {
    const { name } = field;
    if (Object.hasOwn(value, name) || (options.side === "server" && field.local)) continue;
    const condition = core.require.get(name);
    if (!field.required && !(condition && holds(condition))) continue;
    const shown = core.show.get(name);
    if (!shown || holds(shown)) errors.add(field, field.at, "required", {});
  }
}
