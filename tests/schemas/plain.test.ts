/**
 * `npm run schemas -- export --plain` writes pure JSON Schema 2020-12 that any tool can use, with the same results as
 * the engine.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { convertCondition } from "../../src/engine/compile/plain.ts";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { readCases } from "../../tools/schemas/cases.ts";
import { schemasCommand } from "../../tools/schemas/command.ts";
import { hydrateCompiled } from "../../tools/schemas/hydrate-compiled.ts";
import { flattenRecord, nestRecord } from "@portolan/engine";
import { countGroups, createValidatorJudge, findKeyword, judgeByLanguage } from "../../tools/schemas/standard-suite.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "portolan-plain-"));
const schemas = compileSchemas(join(root, "schemas"));
const names = [...schemas.entities.keys()];
const written = (name: string) => JSON.parse(readFileSync(join(out, `${name}.json`), "utf8"));
const run = (...args: string[]) => schemasCommand(["export", ...args], join(root, "schemas"));
/** An Ajv instance without additional formats, keywords or schemas. */
const bare = new Ajv2020({ strict: true });
const validators = new Map<string, ValidateFunction>();
const validatorOf = (name: string) => {
  const known = validators.get(name) ?? bare.compile(written(name));
  validators.set(name, known);
  return known;
};

beforeAll(async () => {
  expect(await run("--plain", "--out", out)).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe("plain JSON Schemas", () => {
  it("are written for all or the named entities, in the given language", async () => {
    expect(readdirSync(out).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
    expect(written("withdrawal").properties.amount.title).toBe("Amount");
    const folder = join(out, "zh");
    expect(await run("--plain", "--out", folder, "--lang", "zh", "withdrawal")).toMatchObject({ status: 0 });
    expect(readdirSync(folder)).toEqual(["withdrawal.json"]);
    expect(readFileSync(join(folder, "withdrawal.json"), "utf8")).toContain('"title": "付款金额"');
    rmSync(folder, { recursive: true });
    expect(await run("--plain", "withdrawl")).toMatchObject({
      status: 2,
      text: expect.stringContaining('"withdrawal"'),
    });
    expect(await run()).toMatchObject({ status: 2, text: expect.stringContaining("--plain") });
  });

  it("compile in a strict Ajv without extensions", () => {
    for (const name of names) expect(() => validatorOf(name), name).not.toThrow();
  });

  it("are valid to the sourcemeta CLI, which validates records alike", async () => {
    const cli = fileURLToPath(import.meta.resolve("@sourcemeta/jsonschema/package.json")).replace(
      "package.json",
      "npm/cli.js",
    );
    const jsonschema = (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args], { cwd: root });
    const { stdout, stderr } = await jsonschema("metaschema", out);
    expect(stdout + stderr).toContain(`${names.length} validated, ${names.length} passed, 0 failed`);
    const schema = join(out, "payer.json");
    const valid = `tests/schemas/payer/valid/${readdirSync(join(root, "tests/schemas/payer/valid"))[0]!}`;
    await jsonschema("validate", schema, valid);
    await expect(jsonschema("validate", schema, "package.json")).rejects.toThrow();
  });

  it("accept each fixture that the engine accepts, and reject most of the others", () => {
    const [passed, refused] = [
      { all: 0, plain: 0 },
      { all: 0, plain: 0 },
    ];
    for (const name of names) {
      const { fixtures = [] } = readCases(join(root, "tests/schemas"), name) ?? {};
      const entity = hydrateCompiled(schemas.entities.get(name)!);
      const validate = validatorOf(name);
      for (const { record, contexts, name: fixture } of fixtures) {
        const { value, errors } = entity.check(flattenRecord(entity, record), { lang: "en", side: "server", contexts });
        if (errors.length > 0) {
          refused.all++;
          if (!validate(record)) refused.plain++;
          continue;
        }
        passed.all++;
        expect(validate(nestRecord(entity, value)), `${name} ${fixture}: ${JSON.stringify(validate.errors)}`).toBe(
          true,
        );
        passed.plain++;
      }
    }
    expect(passed.plain).toBe(passed.all);
    expect(passed.all).toBeGreaterThan(150);
    expect(refused.plain / refused.all).toBeGreaterThan(0.75);
  });
});

describe("a rule converted to plain JSON Schema", () => {
  const holds = (source: string, record: object) => bare.compile(convertCondition(source)!)(record);
  it("holds where the rule holds, and not for an absent field", () => {
    expect(holds("self.type == '01'", { type: "01" })).toBe(true);
    expect(holds("self.type == '01'", { type: "00" })).toBe(false);
    expect(holds("self.type != '01'", { type: "00" })).toBe(true);
    expect(holds("self.type != '01'", {})).toBe(false);
    expect(holds("!(self.type == '01')", {})).toBe(false);
    expect(holds("!has(self.mode) || self.mode == 'a'", {})).toBe(true);
    expect(holds("!has(self.mode) || self.mode == 'a'", { mode: "b" })).toBe(false);
    expect(holds("self.a == 'x' && !(has(self.b) && self.b)", { a: "x" })).toBe(true);
    expect(holds("self.a == 'x' && !(has(self.b) && self.b)", { a: "x", b: true })).toBe(false);
    expect(holds("self.swift.matches('^....(US|AU)')", { swift: "ABCDAU12" })).toBe(true);
    expect(holds("!self.swift.matches('^....(US|AU)')", { swift: "ABCDAU12" })).toBe(false);
  });
  it("is omitted if it reads contexts, sums or amounts", () => {
    for (const source of ["user.certified", "self.amount > 3", "self.a == self.b", "size(self.list) == 2"])
      expect(convertCondition(source), source).toBeUndefined();
  });
});

describe("the official JSON Schema test suite", () => {
  const group = (schema: Record<string, unknown>, ...tests: [data: unknown, valid: boolean][]) => ({
    description: "group",
    schema,
    tests: tests.map(([data, valid]) => ({ description: JSON.stringify(data), data, valid })),
  });
  const groups = [
    group({ maxLength: 2 }, ["ab", true], ["abc", false], [100, true]),
    group({ type: "number" }, [1.5, true]),
    group({ properties: { a: { type: "integer" } } }, [{ a: 1 }, true], [{ a: "x" }, false], [{ b: 1 }, true]),
    group({ enum: [] }, [1, false]),
  ];
  it("is counted by result, with a reason for each rejection", () => {
    expect(countGroups(groups, createValidatorJudge()).counts).toEqual({ passed: 7, refused: 1, different: 0 });
    const { counts, different, refusals } = countGroups(groups, judgeByLanguage);
    expect(counts).toEqual({ passed: 4, refused: 3, different: 1 });
    expect(different).toEqual(['group: {"b":1}']);
    expect([...refusals.keys()].join()).toContain('"number" is no value of "type"');
    expect(countGroups([group({ type: "string" }, ["a", false])], judgeByLanguage).counts.different).toBe(1);
  });
  it("distinguishes own members from inherited ones, and formats by dialect", () => {
    const standard = "https://json-schema.org/draft/2020-12/schema";
    const others = [
      group({ required: ["toString"] }, [{}, false], [{ toString: 1 }, true]),
      group({ $schema: standard, format: "date" }, ["soon", true]),
      group({ format: "date" }, ["soon", false]),
    ];
    expect(countGroups(others, createValidatorJudge()).counts).toEqual({ passed: 4, refused: 0, different: 0 });
  });
  it("is selected by the keywords of the language", () => {
    expect(["ref.json", "if-then-else.json", "not.json"].map(findKeyword)).toEqual(["$ref", "if", undefined]);
  });
  it("must be cloned first", async () => {
    const run = (...args: string[]) => schemasCommand(["suite", ...args], join(root, "schemas"));
    expect(await run()).toMatchObject({ status: 2, text: expect.stringContaining("--from") });
    expect(await run("--from", root)).toMatchObject({ status: 2, text: expect.stringContaining("draft2020-12") });
  });
});
