/**
 * Checks a record, with the same code in the browser, the server, imports and tools. Normalises the values (trims
 * whitespace, converts full-width digits, takes an untouched box for false), drops hidden fields, then applies JSON Schema, the kinds, required fields
 * and the rules.
 */
import { evaluate } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { readUntouched } from "../rules/scope.ts";
import { removeHidden } from "./conditions.ts";
import { isObject } from "../base/guards.ts";
import { readCore, createCheckScope, type Core, type Logic, type CheckScope } from "./core.ts";
import type { CheckOptions, ConditionPlan, Entity, Field, Row, Verdict } from "../model/entity.ts";
import { Errors } from "./errors.ts";
import { buildFactScope } from "./facts.ts";
import type { KindContext } from "../model/kind.ts";
import type { Validate } from "../model/validate.ts";
import { nestRecord } from "./objects.ts";
import { visitRows } from "./rows.ts";
import { computeRecordKey, RowVerdicts } from "./row-verdicts.ts";
import { runRules } from "./run-rules.ts";
import { buildKindContext, toPointer, present, reuseKindContext } from "./values.ts";
import { buildSelfScope } from "./self-scope.ts";

/** Matches the asterisks of a mask. Real values of masked fields never contain three in a row. */
const COVERED = /\*{3}/;

/**
 * Checks a whole record, or only the fields in `only`. Returns the normalised record without hidden fields, with its
 * errors and warnings. Never throws on invalid data.
 */
export function checkRecord(entity: Entity, validate: Validate, record: Row, options: CheckOptions): Verdict {
  const core = readCore(entity);
  const checkScope = createCheckScope(core, options.only);
  const only = options.only && new Set(options.only);
  const known = buildFactScope(entity, options.contexts);
  const plain = isObject(record) ? record : {};
  const tidy = normalize(entity, core, only ? pick(plain, checkScope.involved) : plain, options);
  for (const field of core.boxes)
    if (checkScope.involved.has(field.name) && isDue(field, options) && !Object.hasOwn(tidy, field.name))
      tidy[field.name] = readUntouched(field);
  const value = removeHidden(entity, tidy, known, checkScope);
  const selected = only ? pick(value, only) : value;
  const errors = new Errors(entity, options.lang);
  const rows = new RowVerdicts(selected, {
    fields: checkScope.checked,
    lists: core.lists,
    around: value,
    lang: options.lang,
  });
  validate(nestRecord(entity, rows.record));
  for (const problem of [
    ...(validate.errors ?? []).flatMap((problem) => rows.locate(problem) ?? []),
    ...rows.checkCounts(),
  ])
    errors.addSchemaError(problem, selected, options);
  const contextOf = reuseKindContext(entity, options.lang, value);
  for (const field of checkScope.checked)
    addKindProblem(selected[field.name], field.at, contextOf(field), { errors, rows });
  rows.finish(errors);
  addMissing(value, { core, checkScope, known, options, errors });
  addRepeated(core.lists, { record: selected, at: "", errors });
  const warnings = new Errors(entity, options.lang);
  runRules(entity, value, known, { errors, warnings, only, checkScope, side: options.side ?? "browser" });
  return { value, errors: errors.sortErrors(), warnings: warnings.sortErrors().filter(({ at }) => !errors.has(at)) };
}

const pick = (record: Row, names: { has(name: string): boolean }): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));

/**
 * Normalises values as their kinds define (by trimming or upper-casing them, for example), and drops empty strings,
 * null and, on the server, local fields. Names that are not fields are kept, so that the schema rejects them.
 */
function normalize(entity: Entity, core: Core, record: Row, { lang, side }: CheckOptions): Row {
  // Plain loops and a single context, because an import checks thousands of records.
  const tidy: Row = {};
  const contextOf = reuseKindContext(entity, lang, record);
  for (const name of Object.keys(record)) {
    const field = core.fields.get(name);
    if (field && !isDue(field, { side })) continue;
    const raw = record[name];
    const value = field && present(raw) ? normalizeValue(entity, raw, contextOf(field), core.lists.get(name)) : raw;
    if (!present(value)) continue;
    // A `__proto__` in the request is treated like any other name, so that the schema rejects it.
    if (name === "__proto__")
      Object.defineProperty(tidy, name, { value, enumerable: true, configurable: true, writable: true });
    else tidy[name] = value;
  }
  return tidy;
}

/** Returns whether a check covers the field: on the server local fields are neither sent nor checked. */
const isDue = ({ local }: Field, { side }: { side?: CheckOptions["side"] | undefined }): boolean =>
  side !== "server" || !local;

function normalizeValue(entity: Entity, raw: unknown, context: KindContext, rows?: Logic): unknown {
  const { field } = context;
  if (!field.items) return field.kind.normalize(raw, context);
  if (!Array.isArray(raw)) return raw;
  return raw.map((row: unknown) =>
    isObject(row) && rows ? normalizeRow(entity, row, { ...context, field }, rows) : row,
  );
}

/**
 * Caches normalised rows by their frozen source row, so that a form with 500 rows normalises only the row that changed.
 */
const tidied = new WeakMap<object, { logic: Logic; recordKey: string; row: Row }>();

/** Normalises a row. Returns the same object when nothing changes. */
function normalizeRow(entity: Entity, row: Row, { record, lang }: KindContext, logic: Logic): Row {
  const recordKey = computeRecordKey(logic, record);
  const before = tidied.get(row);
  if (before?.logic === logic && before.recordKey === recordKey) return before.row;
  const around = { ...record, ...row };
  let changed = false;
  const entries = Object.entries(row).flatMap(([name, inner]): [string, unknown][] => {
    const item = logic.fields.get(name);
    const tidy =
      item && present(inner)
        ? normalizeValue(entity, inner, buildKindContext(entity, item, lang, around), logic.lists.get(name))
        : inner;
    changed ||= tidy !== inner || !present(tidy);
    return present(tidy) ? [[name, tidy]] : [];
  });
  for (const field of logic.boxes) {
    if (entries.some(([name]) => name === field.name)) continue;
    changed = true;
    entries.push([field.name, readUntouched(field)]);
  }
  const tidy: Row = changed ? Object.fromEntries(entries) : row;
  if (Object.isFrozen(row)) tidied.set(row, { logic, recordKey, row: Object.freeze(tidy) });
  return tidy;
}

/** Collects the errors of kinds. Rows in `rows` that have a cached verdict are not checked again. */
interface KindCheck {
  errors: Errors;
  rows?: RowVerdicts;
}

/** Adds the errors that kinds find in the rows or plain items of a list. */
function addPartProblems(
  list: readonly unknown[],
  pointer: string,
  context: KindContext,
  { errors, rows }: KindCheck,
): void {
  const { name, items = [], item } = context.field;
  const { record, lang } = context;
  for (const [index, part] of list.entries()) {
    if (item) addKindProblem(part, `${pointer}/${index}`, { ...context, field: item }, { errors });
    if (!isObject(part) || rows?.has(name, part)) continue;
    const contextOf = reuseKindContext(errors.entity, lang, { ...record, ...part });
    for (const own of items)
      addKindProblem(part[own.name], `${pointer}/${index}/${toPointer(own.name)}`, contextOf(own), { errors });
  }
}

/**
 * Adds errors that the field's kind finds beyond JSON Schema, including those in rows. Skips values that the schema
 * rejects. A masked value gets only the error `covered`.
 */
function addKindProblem(value: unknown, pointer: string, context: KindContext, check: KindCheck): void {
  if (!present(value)) return;
  const { field } = context;
  const { errors } = check;
  if (Array.isArray(value)) addPartProblems(value, pointer, context, check);
  // A masked value must never overwrite the real one.
  if (field.mask && !field.readOnly && typeof value === "string" && COVERED.test(value))
    return errors.replace(field, pointer, "covered");
  if (!field.kind.validate || errors.has(pointer)) return;
  const problem = field.kind.validate(value, context);
  if (problem) errors.add({ field, at: pointer, code: problem.code, params: problem.params, malformed: true });
}

interface Check {
  core: Core;
  checkScope: CheckScope;
  known: Scope;
  options: CheckOptions;
  errors: Errors;
}

/** Adds an error for each required field without a value, except hidden fields and, on the server, local fields. */
function addMissing(value: Row, { core, checkScope, known, options, errors }: Check): void {
  let scope: Scope | undefined;
  const scopeOf = () => (scope ??= { ...known, self: buildSelfScope(errors.entity, value, known, { checkScope }) });
  const holds = ({ expression }: ConditionPlan, at: Scope) => evaluate(expression, at) === true;
  for (const field of checkScope.checked) {
    const { name } = field;
    if (Object.hasOwn(value, name) || !isDue(field, options)) continue;
    const condition = core.require.get(name);
    if (!field.required && !(condition && holds(condition, scopeOf()))) continue;
    const shown = core.show.get(name);
    if (!shown || holds(shown, scopeOf())) errors.add({ field, at: field.at, code: "required" });
  }
  if (!core.conditional) return;
  const lists = new Map([...core.lists].filter(([name]) => checkScope.checked.some((field) => field.name === name)));
  const self = scopeOf()["self"];
  if (!isObject(self)) return;
  visitRows({ lists }, { record: value, values: self, scope: scopeOf(), at: "" }, (logic, row) => {
    // The schema already covers row fields that are required unconditionally.
    for (const name of new Set([...logic.require.keys(), ...logic.show.keys()])) {
      const [field, condition, shown] = [logic.fields.get(name), logic.require.get(name), logic.show.get(name)];
      if (!field || Object.hasOwn(row.record, name)) continue;
      const required = field.required ? shown !== undefined : condition !== undefined && holds(condition, row.scope);
      if (required && (!shown || holds(shown, row.scope)))
        errors.add({ field, at: `${row.at}/${toPointer(name)}`, code: "required" });
    }
  });
}

/** Adds errors for values that must be unique but occur in two rows of a list. */
function addRepeated(lists: Logic["lists"], { record, at, errors }: { record: Row; at: string; errors: Errors }): void {
  for (const [name, { unique, lists: inner }] of lists) {
    const rows = record[name];
    if (!Array.isArray(rows) || (unique.length === 0 && inner.size === 0)) continue;
    const seen = new Set<string>();
    for (const [index, row] of rows.entries()) {
      if (!isObject(row)) continue;
      const pointer = `${at}/${toPointer(name)}/${index}`;
      for (const field of unique) {
        const values = [field.name, ...(field.unique ?? [])].map((item) => row[item]);
        if (!present(values[0])) continue;
        const key = JSON.stringify([field.name, ...values]);
        if (seen.has(key)) errors.add({ field, at: `${pointer}/${toPointer(field.name)}`, code: "unique" });
        seen.add(key);
      }
      addRepeated(inner, { record: row, at: pointer, errors });
    }
  }
}
