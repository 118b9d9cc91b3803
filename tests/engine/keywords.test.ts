/** One suite over every keyword: its examples load or fail with the expected finding, and the meta-schema says the same. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  compileEntity,
  keywords,
  metaSchema,
  SchemaErrors,
  type Keyword,
  type SchemaError,
} from "../../src/engine/compiler.ts";
import { quotedIn } from "./quoted.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";

/** What a file's form can tell; the rest needs the file's other words. */
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
  if (on[0] === "field")
    file.properties.tested =
      name === "$ref"
        ? { ...beside, $ref: value }
        : { ...(file.properties.tested as object), ...beside, [name]: value };
  else if (name === "properties") Object.assign(file.properties, value);
  else Object.assign(file, beside, { [name]: value });
  return JSON.stringify(file, null, 2);
}

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

describe.each(keywords.map((keyword) => [`${keyword.name} (${keyword.on.join(", ")})`, keyword] as const))(
  "%s",
  (_title, keyword) => {
    it("says what it is in both languages", () => {
      expect(keyword.doc.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(keyword.doc.en).toMatch(/^[A-Z`].*\.$/s);
    });
    it("has an example of each sort", () => {
      expect(keyword.examples.good.length).toBeGreaterThan(0);
      expect(keyword.examples.bad.length).toBeGreaterThan(0);
    });
    it.each(keyword.examples.good.map((example) => [JSON.stringify(example.value).slice(0, 80), example] as const))(
      "takes %s",
      (_name, example) => {
        const text = fileWith(keyword, example);
        expect(short(findings(text))).toEqual([]);
        meta(JSON.parse(text));
        expect(meta.errors ?? []).toEqual([]);
      },
    );
    it.each(keyword.examples.bad.map((example) => [JSON.stringify(example.value).slice(0, 80), example] as const))(
      "refuses %s",
      (_name, example) => {
        const text = fileWith(keyword, example);
        const found = findings(text);
        expect(short(found)).toMatchObject([
          { rule: example.rule, ...(example.suggestion === undefined ? {} : { suggestion: example.suggestion }) },
        ]);
        expect(meta(JSON.parse(text))).toBe(!FORM.has(example.rule));
        const [{ line, column, length, text: source }] = found as [SchemaError];
        expect(source.slice(column - 1, column - 1 + length).trim()).not.toBe("");
        expect(line).toBeGreaterThan(0);
        const [{ said, message }] = found as [SchemaError];
        expect(said.en).toBe(message);
        expect(said.zh).toMatch(/[\u4e00-\u9fff]/);
        expect(quotedIn(said.zh)).toEqual(quotedIn(said.en));
      },
    );
  },
);

it("no word stands in the list twice", () => {
  const rooms = keywords.flatMap(({ name, on }) => on.map((room) => `${room} ${name}`));
  expect(rooms).toEqual([...new Set(rooms)]);
});
