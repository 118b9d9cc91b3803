/**
 * QA's fixtures, run through the product's own check: by the validators that the server makes at start and by those that the build makes for
 * the browser. `<entity or call>/valid/*.json` pass; `invalid/*.json` and the cases of `cases.json` give exactly the errors that are expected.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as insideEn from "virtual:schemas/inside/en";
import * as insideZh from "virtual:schemas/inside/zh";
import * as open from "virtual:schemas/public";
import { readSchemas } from "../../server/schemas/read.ts";
import { hydrateWith, type CheckError, type Entity, type Row, type Scope } from "../../src/engine/index.ts";

interface Expected {
  at: string;
  code: string;
  /** It only warns. */
  warns?: true;
  text?: { zh: string; en: string };
}
interface Case {
  name: string;
  set?: Record<string, unknown>;
  unset?: string[];
  contexts?: Scope;
  expect: Expected[];
}
interface Cases {
  base: string;
  contexts?: Scope;
  cases: Case[];
}

const here = fileURLToPath(new URL(".", import.meta.url));
const schemas = readSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));
const load = (path: string): unknown => JSON.parse(readFileSync(join(here, path), "utf8"));
const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The same entity with the validator and the kinds that the browser gets. */
async function builtFor(name: string): Promise<Entity> {
  const forms = (lang: "zh" | "en") => (lang === "zh" ? insideZh : insideEn).calls[name] ?? open.calls[lang][name]!;
  if (!insideZh.entities[name]) {
    const [{ default: made }, { default: other }] = await Promise.all([forms("zh")(), forms("en")()]);
    return hydrateWith(made.kindOf, made.plan, { zh: made.texts, en: other.texts }, made.judge);
  }
  const [{ default: made }, { default: other }] = await Promise.all([insideZh.entities[name](), insideEn.entities[name]!()]);
  const entity = hydrateWith(made.kindOf, made.plan, { zh: made.texts, en: other.texts }, () => made.judge().then((module) => module.default));
  await entity.checks();
  return entity;
}

/** The record with some values replaced (`set`) or taken away (`unset`), by JSON pointer. */
function patched(base: Row, { set = {}, unset = [] }: Pick<Case, "set" | "unset">): Row {
  const copy = structuredClone(base);
  const holder = (pointer: string) => {
    const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop()!;
    return [steps.reduce<Row>((inner, step) => inner[step] as Row, copy), last] as const;
  };
  for (const [pointer, value] of Object.entries(set)) {
    const [inner, name] = holder(pointer);
    inner[name] = value;
  }
  for (const pointer of unset) {
    const [inner, name] = holder(pointer);
    expect(Object.hasOwn(inner, name), `${pointer} is not in the base`).toBe(true);
    if (Array.isArray(inner)) inner.splice(Number(name), 1);
    else delete inner[name];
  }
  return copy;
}

const keys = (errors: readonly Expected[]) => errors.map(({ at, code, warns }) => `${at} ${code}${warns ? " warns" : ""}`).sort();

function judge(entity: Entity, record: Row, contexts: Scope | undefined, expected: readonly Expected[]): void {
  const verdict = (lang: "zh" | "en", side: "browser" | "server"): (CheckError & { warns?: true })[] => {
    const { errors, warnings } = entity.check(record, { lang, side, contexts });
    return [...errors, ...warnings.map((warning) => ({ ...warning, warns: true as const }))];
  };
  const zh = verdict("zh", "browser");
  expect(keys(zh)).toEqual(keys(expected));
  // What is never sent is not asked for by the server.
  const sent = ({ at }: Expected) => !entity.fields.some((field) => field.local && field.at === at);
  expect(keys(verdict("zh", "server").filter(sent))).toEqual(keys(expected.filter(sent)));
  const en = verdict("en", "browser");
  for (const { at, code, text } of expected) {
    if (!text) continue;
    const message = (errors: CheckError[]) => errors.find((error) => error.at === at && error.code === code)?.message;
    expect({ zh: message(zh), en: message(en) }).toEqual(text);
  }
  for (const error of [...zh, ...en]) expect(error.message, `${error.at} ${error.code}`).not.toMatch(/^$|\{\w+\}|^(field|rule|option)\./);
}

describe.each(folders)("%s", (folder) => {
  const known = schemas.entities.get(folder) ?? schemas.calls.get(folder)?.request;
  it("has a schema of that name", () => expect(known).toBeDefined());
  if (!known) return;
  const names = (kind: string) => (existsSync(join(here, folder, kind)) ? readdirSync(join(here, folder, kind)).filter((name) => name.endsWith(".json") && !name.startsWith("_")) : []);
  const table = existsSync(join(here, folder, "cases.json")) ? (load(`${folder}/cases.json`) as Cases) : undefined;
  const both = (name: string, record: () => Row, contexts: Scope | undefined, expected: () => Expected[]) => {
    it(`${name}, as the server checks it`, () => judge(known, record(), contexts, expected()));
    // A call that asks for nothing is no form.
    if (known.fields.length > 0) it(`${name}, as the browser checks it`, async () => judge(await builtFor(folder), record(), contexts, expected()));
  };

  it("has something valid", () => expect(names("valid").length).toBeGreaterThan(0));
  for (const name of names("valid")) both(`valid ${name}`, () => load(`${folder}/valid/${name}`) as Row, table?.contexts, () => []);
  for (const name of names("invalid")) {
    both(`invalid ${name}`, () => load(`${folder}/invalid/${name}`) as Row, table?.contexts, () => (load(`${folder}/invalid/_expect.json`) as Record<string, Expected[]>)[name]!);
  }
  const titles = table?.cases.map((one) => one.name) ?? [];
  it("names every case once", () => expect(titles.filter((name, index) => titles.indexOf(name) !== index)).toEqual([]));
  for (const one of table?.cases ?? []) {
    both(one.name, () => patched(load(`${folder}/${table!.base}`) as Row, one), { ...table!.contexts, ...one.contexts }, () => one.expect);
  }
});

describe("all schemas", () => {
  it.each([...schemas.entities.values()].map((entity) => [entity.name, entity] as const))("%s: the examples of its fields pass their own check", (_name, entity) => {
    for (const field of entity.fields) {
      for (const example of (field.schema.examples as unknown[] | undefined) ?? []) {
        const { errors } = entity.check({ [field.name]: example }, { lang: "en", only: [field.name] });
        expect(errors.filter((error) => error.at === field.at && error.code !== "required")).toEqual([]);
      }
    }
  });
  it.each([...schemas.data])("%s: its rows pass its own check", (name, rows) => {
    const entity = schemas.entities.get(name);
    if (!entity) return;
    const named = new Set(entity.fields.map((field) => field.name));
    for (const row of rows) {
      const flat = Object.fromEntries(Object.entries(row).filter(([key]) => named.has(key)).map(([key, value]) => [key, typeof value === "object" && value !== null && "zh" in value ? value.zh : value]));
      expect([flat, entity.check(flat, { lang: "zh" }).errors]).toEqual([flat, []]);
    }
  });
});
