/**
 * A dialect consists of vocabularies: keywords from outside the engine work like its own, and do not exist in other
 * dialects.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { core, createDialect, createEngine, SchemaErrors, type SchemaError } from "@portolan/engine/compiler";
import { compileValidator } from "../../src/payments/compiler.ts";
import type { BuiltValidator } from "../../src/engine/compile/built-validators.ts";
import { createMetaValidator } from "../../src/engine/compile/meta-validator.ts";
import * as helpers from "../../src/engine/entity/validator-runtime.ts";
import { hydrateWith } from "@portolan/engine";
import { checkRecord } from "../../src/engine/entity/check.ts";
import { vocabularies } from "../../src/payments/dialect.ts";
import { settings } from "../../src/payments/settings.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";
import { throwAway } from "./throw-away.ts";

const dialect = createDialect({ vocabularies: [...vocabularies, throwAway], ...settings });
const engine = createEngine(dialect);

/** Returns the sample entity with all four extensions. */
function extended(): string {
  const file = sample();
  const label = { zh: "曲调", en: "Tune" };
  file.properties["tune"] = { type: "string", "x-kind": "tune", "x-loud": 3, "x-label": label };
  const lifecycle = structuredClone(file["x-lifecycle"]) as { transitions: object[] };
  const ring = { on: "ring", from: "open", to: "open", by: "provider", bell: "big" };
  return JSON.stringify({
    ...file,
    "x-views": { pins: { type: "pinboard", by: "tune", label: { zh: "图钉", en: "Pins" } } },
    "x-lifecycle": { ...lifecycle, transitions: [...lifecycle.transitions, ring] },
  });
}
function findingsOf(work: () => unknown): readonly SchemaError[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings;
    throw error;
  }
}

describe("a custom vocabulary", () => {
  const { plan, texts } = engine.compileEntity(FILE, extended(), sampleLibrary());
  it("adds its keyword, kind, effect and view to the plan", () => {
    expect(plan.fields.find(({ name }) => name === "tune")).toMatchObject({ kind: "tune", loud: 3 });
    expect(plan.lifecycle?.transitions.find(({ on }) => on === "ring")).toMatchObject({ bell: "big" });
    expect(plan.views).toEqual({ pins: { type: "pinboard", plan: { by: "tune" }, table: true } });
    expect(texts.en["views.pins.label"]).toBe("Pins");
  });
  it("validates records by its kind", () => {
    const judge = { validate: compileValidator(plan.schema), checkRecord };
    const entity = hydrateWith(dialect, plan, texts, judge);
    const codes = (tune: string) =>
      entity.check({ tune }, { lang: "en", only: ["tune"] }).errors.map(({ at, code }) => `${at} ${code}`);
    expect([codes("abba"), codes("xyz")]).toEqual([[], ["/tune tune"]]);
  });
  it("is completed, validated by the meta-schema and documented", () => {
    const meta = JSON.stringify(engine.metaSchema("entity"));
    for (const word of ["x-loud", "bell", "tune", "pinboard"]) expect(meta).toContain(`"${word}"`);
    const lifecycle = engine.keywords.find(({ name }) => name === "x-lifecycle");
    expect(lifecycle?.keywords?.map(({ name }) => name)).toContain("bell");
    const views = engine.keywords.find(({ name }) => name === "x-views");
    expect(views?.keywords?.map(({ name }) => name)).toContain("pinboard");
  });
  it("is unknown in another dialect", () => {
    const plain = createEngine(createDialect({ vocabularies, ...settings }));
    const found = findingsOf(() => plain.compileEntity(FILE, extended(), sampleLibrary()));
    expect(found.map(({ rule }) => rule).toSorted()).toEqual([
      "bad-value",
      "bad-value",
      "unknown-keyword",
      "unknown-keyword",
    ]);
  });
});

describe("the core vocabulary", () => {
  const alone = createEngine(createDialect({ vocabularies: [core], ...settings }));
  it("has no money, limits, certification or passwords", () => {
    expect(alone.effects.map(({ name }) => name).toSorted()).toEqual(["fires", "job", "notify"]);
    const words = new Set(alone.keywords.map(({ name }) => name));
    expect(["x-ledger", "x-digest"].filter((name) => words.has(name))).toEqual([]);
  });
  it("takes actors, access levels, step-ups and paths from the settings", () => {
    const other = createEngine(
      createDialect({
        vocabularies: [core],
        languages: ["zh", "en"],
        zone: { name: "UTC", offsetMinutes: 0 },
        tenant: undefined,
        path: (entity, call) => `/api/${entity}.${call}`,
        access: { levels: ["public", "session"], default: "session" },
        stepUps: ["pay"],
        actors: { provider: "system" },
      }),
    );
    const file = { properties: { title: { type: "string", "x-label": { zh: "标题", en: "Title" } } } };
    const { plan } = other.compileEntity(FILE, JSON.stringify(file), sampleLibrary());
    expect(plan.calls["list"]).toMatchObject({ path: "/api/sample.list", access: "session" });
    const closed = { ...file, "x-calls": { list: { access: "certified" } } };
    expect(findingsOf(() => other.compileEntity(FILE, JSON.stringify(closed), sampleLibrary()))).toMatchObject([
      { rule: "bad-value", message: expect.stringContaining("allowed: public, session") },
    ]);
  });
});

describe("validators of schema files in a build", () => {
  const names = ["entity", "call", "shared", "pages"] as const;
  let built: Record<(typeof names)[number], BuiltValidator>;
  // Evaluates the module that the build writes.
  beforeAll(async () => {
    const code = await engine.writeMetaValidators(names, "helpers");
    const body = code.replace(/^import .*$/m, "").replaceAll("export const", "const");
    const { equal, isRegex, ucs2length } = helpers;
    built = new Function("equal", "isRegex", "ucs2length", `${body}; return builtValidators;`)(
      equal,
      isRegex,
      ucs2length,
    );
  });
  it("report the same errors as those compiled at startup", () => {
    const file = sample();
    const files = [
      JSON.parse(extended()),
      { ...file, "x-lable": "" },
      { ...file, required: ["a", "a"], "x-unique": "none" },
      { ...file, properties: { "": { type: "strnig", pattern: "(", "x-label": { zh: "" }, maxLength: -1, enum: [] } } },
      { call: { method: "PUT" } },
      [{ path: 1 }],
      null,
    ];
    for (const name of names) {
      const compiled = createMetaValidator(dialect, name);
      for (const content of files) {
        expect(built[name].validate(content)).toBe(compiled(content));
        expect(built[name].validate.errors).toEqual(compiled.errors);
      }
    }
    expect(built.entity.validate(files[0])).toBe(true);
    expect(built.entity.validate(files[3])).toBe(false);
  });
  it("reject schemas of another dialect", () => {
    const { entity } = built;
    expect(createMetaValidator(dialect, "entity", entity)).toBe(entity.validate);
    const other = createMetaValidator(createDialect({ vocabularies, ...settings }), "entity", entity);
    const file = JSON.parse(extended());
    expect([entity.validate(file), other(file)]).toEqual([true, false]);
  });
});

it("rejects a name that two vocabularies define", () => {
  expect(() => createDialect({ vocabularies: [core, throwAway, throwAway], ...settings })).toThrow(
    'the kind "tune" stands in two vocabularies',
  );
});
