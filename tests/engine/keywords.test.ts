/** Runs the examples of every keyword: each compiles or fails with the expected finding, and the meta-schema agrees. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { SchemaErrors, type EffectExample, type Keyword, type SchemaError } from "@portolan/engine/compiler";
import { compileEntity, effects, keywords, metaSchema, views } from "../../src/payments/compiler.ts";
import { createSamples } from "../../src/engine/lifecycle/samples.ts";
import { settings } from "../../src/payments/settings.ts";
import { quotedIn } from "./quoted.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";

const { sample: lifecycleOf, telling } = createSamples(settings);

/** Findings that the meta-schema can detect; others depend on the rest of the file. */
const FORM = new Set(["unknown-keyword", "missing-language", "missing-word", "bad-value"]);
const meta = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allowUnionTypes: true,
  allErrors: true,
  formats: {
    regex: (text) => {
      try {
        return Boolean(new RegExp(text, "u"));
      } catch {
        return false;
      }
    },
  },
}).compile(metaSchema("entity"));

type Example = Keyword["examples"]["good"][number];

function fileWith({ name, on }: Keyword, { value, with: beside = {} }: Example): string {
  const file = sample();
  file.properties.currency = { type: "string", "x-kind": "currency", "x-label": label };
  if (on[0] === "field")
    file.properties.tested =
      name === "$ref"
        ? { ...beside, $ref: value }
        : { ...(file.properties.tested as object), ...beside, [name]: value };
  else if (name === "properties") Object.assign(file.properties, value);
  else Object.assign(file, beside, { [name]: value });
  return JSON.stringify(file, null, 2);
}

/** Places of a field besides the record itself, with the file that has the tested field there. */
const inPlaces: Record<string, (file: ReturnType<typeof sample>) => object> = {
  "a nested object": ({ properties: { tested, city, title, amount, fee, currency } }) => ({
    inner: { type: "object", "x-label": label, properties: { tested, city, title, amount, fee, currency } },
  }),
  "a row": (file) => ({ rows: rowsOf(file) }),
  "a row of a row": (file) => ({ rows: rowsOf(file, { parts: rowsOf(file) }) }),
};
const label = { zh: "试验", en: "Tested" };
const pickColumns = ({ city, title, amount, fee, currency }: ReturnType<typeof sample>["properties"]) => ({
  city,
  title,
  amount,
  fee,
  currency,
});
const rowsOf = ({ properties }: ReturnType<typeof sample>, more?: object) => ({
  type: "array",
  "x-label": label,
  items: {
    type: "object",
    properties: { ...pickColumns(properties), ...(more ?? { tested: properties.tested }) },
  },
});
/** Findings of keywords that a place refuses with a rule of their own. */
const OWN_RULES: Record<string, string> = { "x-formerly": "former-name", "x-ledger": "ledger-in-rows" };

function findings(text: string): readonly SchemaError[] {
  try {
    return compileEntity(FILE, text, sampleLibrary()).warnings;
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings;
    throw error;
  }
}
const short = (found: readonly SchemaError[]) =>
  found.map(({ rule, message, suggestion }) => ({ rule, message, suggestion }));

/** Returns the sample entity with the example's transition in its lifecycle. */
function fileOf(word: string, { value, at, lifecycle = lifecycleOf(), with: beside = {} }: EffectExample): string {
  const transitions = [...lifecycle.transitions, telling({ ...at, [word]: value })];
  return JSON.stringify({ ...sample(), ...beside, "x-lifecycle": { ...lifecycle, transitions } }, null, 2);
}

type Wrong = { value: unknown; rule: string; suggestion?: string };
/**
 * Declares tests for examples, each with the file it is inserted into: good ones compile, and bad ones report exactly
 * the expected finding.
 */
function examplesOf(good: (readonly [{ value: unknown }, string])[], bad: (readonly [Wrong, string])[]): void {
  const title = ({ value }: { value: unknown }) => String(JSON.stringify(value)).slice(0, 80);
  it.each(good.map(([example, text]) => [title(example), text] as const))("accepts %s", (_name, text) => {
    expect(short(findings(text))).toEqual([]);
    meta(JSON.parse(text));
    expect(meta.errors ?? []).toEqual([]);
  });
  it.each(bad.map(([example, text]) => [title(example), example, text] as const))(
    "rejects %s",
    (_name, example, text) => {
      const found = findings(text);
      expect(short(found)).toMatchObject([
        { rule: example.rule, ...(example.suggestion === undefined ? {} : { suggestion: example.suggestion }) },
      ]);
      expect(meta(JSON.parse(text))).toBe(!FORM.has(example.rule));
      const [{ line, column, length, text: source }] = found as [SchemaError];
      expect(source.slice(column - 1, column - 1 + length).trim()).not.toBe("");
      expect(line).toBeGreaterThan(0);
      const [{ messages: said, message }] = found as [SchemaError];
      expect(said.en).toBe(message);
      expect(said.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(quotedIn(said.zh)).toEqual(quotedIn(said.en));
    },
  );
}

describe.each(keywords.map((keyword) => [`${keyword.name} (${keyword.on.join(", ")})`, keyword] as const))(
  "%s",
  (_title, keyword) => {
    it("is documented in both languages", () => {
      expect(keyword.doc.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(keyword.doc.en).toMatch(/^[A-Z`].*\.$/s);
    });
    it("has valid and invalid examples", () => {
      expect(keyword.examples.good.length).toBeGreaterThan(0);
      expect(keyword.examples.bad.length).toBeGreaterThan(0);
    });
    if (keyword.on[0] === "field")
      it.each(Object.keys(inPlaces))("compiles in %s, or is refused there", (place) => {
        const file = JSON.parse(fileWith(keyword, keyword.examples.good[0]!)) as ReturnType<typeof sample>;
        const { tested, ...properties } = file.properties;
        const isList = /"items":{[^}]*"properties"/.test(JSON.stringify(tested));
        const moved = { ...file, properties: { ...properties, ...inPlaces[place]!(file) } };
        const refused =
          place === "a nested object"
            ? isList && "nested-object"
            : keyword.ofRecord
              ? "record-field"
              : OWN_RULES[keyword.name];
        const rules = findings(JSON.stringify(moved)).map(({ rule }) => rule);
        if (refused) expect(rules).toContain(refused);
        else expect(rules).toEqual([]);
      });
    examplesOf(
      keyword.examples.good.map((example) => [example, fileWith(keyword, example)]),
      keyword.examples.bad.map((example) => [example, fileWith(keyword, example)]),
    );
  },
);

describe.each(effects.map((effect) => [effect.name, effect] as const))("the effect %s", (_title, effect) => {
  it("is documented in both languages", () => {
    expect(effect.doc.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(effect.doc.en).toMatch(/^[A-Z`].*\.$/s);
  });
  it("has valid and invalid examples", () => {
    expect(effect.examples.good.length).toBeGreaterThan(0);
    expect(effect.examples.bad.length).toBeGreaterThan(0);
  });
  examplesOf(
    effect.examples.good.map((example) => [example, fileOf(effect.name, example)]),
    effect.examples.bad.map((example) => [example, fileOf(effect.name, example)]),
  );
});

/** Returns the sample entity with the example as its only view. */
const fileOfView = (type: string, { value, with: beside = {} }: Pick<Example, "with"> & { value: object }): string =>
  JSON.stringify({ ...sample(), ...beside, "x-views": { tested: { type, ...value } } }, null, 2);

describe.each(views.map((view) => [view.name, view] as const))("the view type %s", (_title, view) => {
  it("is documented in both languages", () => {
    expect(view.doc.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(view.doc.en).toMatch(/^[A-Z`].*\.$/s);
  });
  it("has valid and invalid examples", () => {
    expect(view.examples.good.length).toBeGreaterThan(0);
    expect(view.examples.bad.length).toBeGreaterThan(0);
  });
  examplesOf(
    view.examples.good.map((example) => [example, fileOfView(view.name, example)]),
    view.examples.bad.map((example) => [example, fileOfView(view.name, example)]),
  );
});

it("no keyword is listed twice for one place", () => {
  const rooms = keywords.flatMap(({ name, on }) => on.map((room) => `${room} ${name}`));
  expect(rooms).toEqual([...new Set(rooms)]);
});
