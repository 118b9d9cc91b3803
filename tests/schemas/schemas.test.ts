/**
 * Runs QA's fixtures through the product's own checks, with the validators that the server creates at startup and those
 * built for the browser. `<entity or call>/valid/*.json` pass; `invalid/*.json` and the cases of `cases.json` produce
 * exactly the expected errors.
 */
import { settings } from "../../src/payments/settings.ts";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as insideEn from "virtual:schemas/inside/en";
import * as insideZh from "virtual:schemas/inside/zh";
import * as open from "virtual:schemas/public";
import { productSchemas } from "../product-schemas.ts";
import { prepareKinds } from "../../src/payments/compiler.ts";
import { hydrateWith, type Entity } from "@portolan/engine";
import { listCaseNames, readCases, runCase, type Fixture } from "../../tools/schemas/cases.ts";

await prepareKinds();
const here = fileURLToPath(new URL(".", import.meta.url));
const schemas = productSchemas();

/** Returns the entity with the validator and kinds used in the browser. */
async function builtFor(name: string): Promise<Entity> {
  const forms = (lang: "zh" | "en") => (lang === "zh" ? insideZh : insideEn).calls[name] ?? open.calls[lang]![name]!;
  if (!insideZh.entities[name]) {
    const [{ default: made }, { default: other }] = await Promise.all([forms("zh")(), forms("en")()]);
    return hydrateWith(
      { ...settings, kind: made.findKind },
      made.plan,
      { zh: made.texts, en: other.texts },
      made.validator,
    );
  }
  const [{ default: made }, { default: other }] = await Promise.all([
    insideZh.entities[name](),
    insideEn.entities[name]!(),
  ]);
  const entity = hydrateWith({ ...settings, kind: made.findKind }, made.plan, { zh: made.texts, en: other.texts }, () =>
    made.validator().then((module) => module.default),
  );
  await entity.loadValidator();
  return entity;
}

/** Returns whether the portal uses the entity; those used only by the command line are not built for the browser. */
const isReached = (name: string): boolean => Object.keys(schemas.entities.get(name)?.calls ?? { call: 1 }).length > 0;
const judge = (entity: Entity, fixture: Fixture) => expect(runCase(entity, fixture).wrong).toEqual([]);

describe.each(listCaseNames(here))("%s", (folder) => {
  const known = schemas.entities.get(folder) ?? schemas.calls.get(folder)?.request;
  it("has a schema of that name", () => expect(known).toBeDefined());
  if (!known) return;
  const { fixtures } = readCases(here, folder)!;
  it("has a valid record", () => expect(fixtures.some(({ kind }) => kind === "valid")).toBe(true));
  const titles = fixtures.map(({ name }) => name);
  it("has unique case names", () => expect(titles.filter((name, index) => titles.indexOf(name) !== index)).toEqual([]));
  for (const fixture of fixtures) {
    it(`${fixture.name}, on the server`, () => judge(known, fixture));
    // A call without request fields has no form, and an entity without calls has no page.
    if (known.fields.length > 0 && isReached(folder))
      it(`${fixture.name}, in the browser`, async () => judge(await builtFor(folder), fixture));
  }
});

describe("all schemas", () => {
  it("open views on periods that do not begin or end with a calendar month", () => {
    const opened = [...schemas.entities.values()].flatMap(({ name, views = {} }) =>
      Object.entries(views).flatMap(([id, { plan }]) =>
        "periods" in plan && Array.isArray(plan.periods) ? [[`${name}.${id}`, plan.periods[0]]] : [],
      ),
    );
    expect(Object.fromEntries(opened)).toEqual({
      "transaction.days": "last30d",
      "transaction.inOut": "last30d",
      "statementLine.statement": "last30d",
    });
  });
  it.each([...schemas.entities.values()].map((entity) => [entity.name, entity] as const))(
    "%s: field examples are valid",
    (_name, entity) => {
      for (const field of entity.fields) {
        for (const example of (field.schema.examples as unknown[] | undefined) ?? []) {
          const { errors } = entity.check({ [field.name]: example }, { lang: "en", only: [field.name] });
          expect(errors.filter((error) => error.at === field.at && error.code !== "required")).toEqual([]);
        }
      }
    },
  );
  it.each([...schemas.data])("%s: rows are valid", (name, rows) => {
    const entity = schemas.entities.get(name);
    if (!entity) return;
    const named = new Set(entity.fields.map((field) => field.name));
    for (const row of rows) {
      const flat = Object.fromEntries(
        Object.entries(row)
          .filter(([key]) => named.has(key))
          .map(([key, value]) => [
            key,
            typeof value === "object" && value !== null && "zh" in value ? value.zh : value,
          ]),
      );
      expect([flat, entity.check(flat, { lang: "zh" }).errors]).toEqual([flat, []]);
    }
  });
});
