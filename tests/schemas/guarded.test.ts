/** Every limit that a schema sets has a fixture that notices when it is gone, a step looser or tighter, or turned around: the schema is broken in every small way, and some case must fail. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { readSchemas } from "../../server/schemas/read.ts";
import type { Validate } from "../../src/engine/entity/hydrate.ts";
import { compileValidator } from "../../src/engine/entity/validator.ts";
import { Decimal, hydrate, type Entity, type EntityPlan, type JsonSchema, type Row, type Scope } from "../../src/engine/index.ts";

interface Cases {
  base: string;
  contexts?: Scope;
  cases: { set?: Row; unset?: string[]; contexts?: Scope }[];
}
const here = fileURLToPath(new URL(".", import.meta.url));
const schemas = readSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));
const load = <T>(path: string) => JSON.parse(readFileSync(join(here, path), "utf8")) as T;

/** Words of a field's schema that refuse nothing. */
const SILENT = new Set(["type", "examples", "readOnly", "writeOnly", "default", "description", "items"]);

/** All records of the fixtures, patched, with the facts that they are checked with and the names of what was patched. */
function records(folder: string): { record: Row; contexts: Scope; about: ReadonlySet<string> }[] {
  const { base, contexts, cases } = load<Cases>(`${folder}/cases.json`);
  const valid = readdirSync(join(here, folder, "valid")).map((name) => ({ record: load<Row>(`${folder}/valid/${name}`), contexts: contexts ?? {}, about: new Set<string>() }));
  return [...valid, ...cases.map((one) => ({ record: patched(load<Row>(`${folder}/${base}`), one), contexts: { ...contexts, ...one.contexts }, about: new Set([...Object.keys(one.set ?? {}), ...(one.unset ?? [])].flatMap((pointer) => pointer.split("/"))) }))];
}

function patched(record: Row, { set = {}, unset = [] }: { set?: Row; unset?: string[] }): Row {
  const holder = (pointer: string): [Row, string] => {
    const steps = pointer.split("/").slice(1);
    const last = steps.pop()!;
    return [steps.reduce<Row>((inner, step) => inner[step] as Row, record), last];
  };
  for (const [pointer, value] of Object.entries(set)) {
    const [inner, name] = holder(pointer);
    inner[name] = value;
  }
  for (const pointer of unset) {
    const [inner, name] = holder(pointer);
    if (Array.isArray(inner)) inner.splice(Number(name), 1);
    else delete inner[name];
  }
  return record;
}

const planOf = (entity: Entity): EntityPlan => {
  const plain = (field: Entity["fields"][number]): EntityPlan["fields"][number] => ({ ...field, kind: field.kind.name, items: field.items?.map(plain) });
  return structuredClone({ ...entity, text: undefined, field: undefined, check: undefined, checks: undefined, shown: undefined, demanded: undefined, compute: undefined, fields: entity.fields.map(plain) }) as unknown as EntityPlan;
};

/** The plan with one thing taken away, moved by a step or turned around, by what that is. Fields that the server fills are not asked of anybody. */
function* broken(plan: EntityPlan): Generator<[string, EntityPlan]> {
  const change = (what: string, edit: (copy: EntityPlan) => void): [string, EntityPlan] => {
    const copy = structuredClone(plan);
    edit(copy);
    return [what, copy];
  };
  yield* brokenFields(plan.fields, "", change);
  for (const list of ["rules", "show", "require"] as const) {
    for (const [index, one] of plan[list].entries()) yield change(`${list} ${"id" in one ? one.id : one.field}`, (copy) => void copy[list].splice(index, 1));
  }
  for (const [index, rule] of plan.rules.entries()) {
    for (const part of ["when", "assert", "min", "max"] as const) {
      if (!rule[part]) continue;
      for (const [what, tree] of twisted(rule[part].tree)) yield change(`rules ${rule.id} ${part} ${what}`, (copy) => void (copy.rules[index]![part]!.tree = tree));
    }
    if (rule.when) yield change(`rules ${rule.id} without when`, (copy) => void delete copy.rules[index]!.when);
  }
  for (const list of ["show", "require"] as const) {
    for (const [index, one] of plan[list].entries()) {
      // What is hidden is not asked for: the same condition said of both is guarded by the one that hides.
      if (list === "require" && plan.show.some((other) => other.field === one.field && other.expression.source === one.expression.source)) continue;
      for (const [what, tree] of twisted(one.expression.tree)) yield change(`${list} ${one.field} ${what}`, (copy) => void (copy[list][index]!.expression.tree = tree));
    }
  }
}

/** The limit a step looser and a step tighter. */
function near(word: string, value: unknown, { schema: { format }, currency }: EntityPlan["fields"][number]): unknown[] {
  if (typeof value === "number") return [value - 1, value + 1].filter((other) => other >= 0 || word === "minimum");
  if (word === "pattern") return nearPatterns(value as string);
  if (word !== "formatMinimum" && word !== "formatMaximum") return [];
  if (format === "decimal") return (currency ? ["-0.01", "0.01"] : ["-0.0001", "0.0001"]).map((step) => Decimal.of(value as string).add(Decimal.of(step)).toString());
  const days = (count: number) => new Date(Date.parse(value as string) + count * 86_400_000).toISOString();
  return [-1, 1].map((count) => (format === "date" ? days(count).slice(0, 10) : days(count)));
}

/** The pattern open at an end, and with each of its counts one less and one more; an empty text counts as absent, so none is let through by a count of 0. */
function nearPatterns(pattern: string): string[] {
  const counted = [...pattern.matchAll(/(?<=\{(?:\d+,)?)\d+(?=,?\d*\})/g)].flatMap(({ 0: count, index }) => [-1, 1].map((step) => pattern.slice(0, index) + String(Number(count) + step) + pattern.slice(index + count.length)));
  return [pattern.replace(/^\^/, ""), pattern.replace(/\$$/, ""), ...counted].filter((other) => other !== pattern && !/\{(-1|0,)/.test(other));
}

/** The expression with one operator changed or one part of it alone. */
function* twisted(tree: unknown): Generator<[string, unknown]> {
  if (!Array.isArray(tree)) return;
  const [op, ...parts] = tree as [string, ...unknown[]];
  for (const other of OTHERS[op] ?? []) yield [`${op} -> ${other}`, [other, ...parts]];
  if (op === "&&" || op === "||") for (const part of parts) yield [`${op}: one side`, part];
  if (op === "!") yield ["! gone", parts[0]];
  if (op === "?") yield ["? sides", ["?", parts[0], parts[2], parts[1]]];
  if (op === "v" || op === "has" || op === "." || op === "i" || op === "d") return;
  for (const [index, part] of parts.entries()) for (const [what, other] of twisted(part)) yield [what, [op, ...parts.with(index, other)]];
}
const OTHERS: Record<string, string[]> = { "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"], all: ["exists"], exists: ["all"], "+": ["-"], "-": ["+"] };

type Change = (what: string, edit: (copy: EntityPlan) => void) => [string, EntityPlan];
function* brokenFields(fields: EntityPlan["fields"], path: string, change: Change): Generator<[string, EntityPlan]> {
  for (const field of fields) {
    if (field.readOnly) continue;
    const at = path + field.name;
    const own = (copy: EntityPlan) => at.split(".").reduce<EntityPlan["fields"][number] | undefined>((parent, name) => (parent ? parent.items! : copy.fields).find((one) => one.name === name), undefined)!;
    const inSchema = (copy: EntityPlan) => {
      const steps = at.split(".");
      const last = steps.pop()!;
      const record = steps.reduce<JsonSchema>((schema, step) => (schema.properties as Record<string, JsonSchema>)[step]!.items as JsonSchema, copy.schema);
      return { record, schema: (record.properties as Record<string, JsonSchema>)[last]! };
    };
    for (const word of Object.keys(field.schema)) {
      if (SILENT.has(word)) continue;
      yield change(`${at} ${word}`, (copy) => void delete inSchema(copy).schema[word]);
    }
    for (const value of (field.schema.enum as unknown[] | undefined) ?? []) {
      yield change(`${at} without ${String(value)}`, (copy) => {
        const { schema } = inSchema(copy);
        schema.enum = (schema.enum as unknown[]).filter((one) => one !== value);
      });
    }
    for (const [word, value] of Object.entries(field.schema)) {
      for (const other of near(word, value, field)) yield change(`${at} ${word} ${String(value)} -> ${String(other)}`, (copy) => void (inSchema(copy).schema[word] = other));
    }
    if (field.required) {
      yield change(`${at} required`, (copy) => {
        own(copy).required = false;
        const { record } = inSchema(copy);
        record.required = (record.required as string[]).filter((name) => name !== field.name);
      });
    }
    if (field.items) yield* brokenFields(field.items, `${at}.`, change);
  }
}

/** The validator of a schema of which some fields changed: the others' verdict stays, so only those are compiled. Which fields must be there is no matter of the validator's. */
function changedValidator(validate: Validate, before: JsonSchema, after: JsonSchema): Validate {
  const [was, is] = [before.properties, after.properties] as [JsonSchema, JsonSchema];
  const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  if (names.length === 0) return validate;
  const changed = compileValidator({ type: "object", properties: Object.fromEntries(names.map((name) => [name, is[name]])) });
  const both = ((record: unknown) => {
    validate(record);
    changed(record);
    const kept = (validate.errors ?? []).filter(({ instancePath }) => !names.includes(instancePath.split("/")[1] ?? ""));
    both.errors = [...kept, ...(changed.errors ?? [])];
    return both.errors.length === 0;
  }) as Validate;
  return both;
}

const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && existsSync(join(here, entry.name, "cases.json")) ? [entry.name] : []));

it("whatever a person may fill in and that refuses something has cases", () => {
  const filled = [...[...schemas.entities.values()].filter(({ calls }) => calls.create ?? calls.update), ...[...schemas.calls.values()].map(({ request }) => request)];
  const without = filled.filter(({ name }) => !folders.includes(name)).filter((entity) => !broken(planOf(entity)).next().done);
  expect(without.map(({ name }) => `tests/schemas/${name}/cases.json`)).toEqual([]);
});

describe.each(folders)("%s", (folder) => {
  it("has a case for everything that it refuses", () => {
    const entity = schemas.entities.get(folder) ?? schemas.calls.get(folder)!.request;
    const plan = planOf(entity);
    const all = records(folder);
    const verdictOf = (made: Entity, { record, contexts }: (typeof all)[number]): string => {
      const sides = (["browser", "server"] as const).map((side) => made.check(record, { lang: "en", side, contexts }));
      return JSON.stringify(sides.flatMap(({ errors, warnings }) => [errors, warnings]).map((found) => found.map(({ at, code }) => `${at} ${code}`)));
    };
    const validate = compileValidator(plan.schema);
    const whole = hydrate(plan, {}, validate);
    const verdicts = all.map((one) => verdictOf(whole, one));
    // Only the order of asking: first what noticed the last change, then the cases about the same field.
    let order = [...all.keys()];
    const notices = (what: string, of: EntityPlan): boolean => {
      const names = what.split(/[ .]/);
      const [last, ...rest] = order;
      order = [last!, ...rest.filter((index) => names.some((name) => all[index]!.about.has(name))), ...rest.filter((index) => !names.some((name) => all[index]!.about.has(name)))];
      // An empty list of choices is no schema at all: that, too, is noticed.
      try {
        const made = hydrate(of, {}, changedValidator(validate, plan.schema, of.schema));
        const at = order.findIndex((index) => verdictOf(made, all[index]!) !== verdicts[index]);
        if (at >= 0) order.unshift(...order.splice(at, 1));
        return at >= 0;
      } catch {
        return true;
      }
    };
    const unguarded = [...broken(plan)].filter(([what, without]) => !notices(what, without)).map(([what]) => what);
    if (unguarded.length > 0) expect.fail(`tests/schemas/${folder}/cases.json has no case that notices:\n${unguarded.map((what) => `  ${what}`).join("\n")}`);
  });
});
