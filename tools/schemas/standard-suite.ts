/**
 * Runs groups of the official JSON Schema Test Suite in two ways: through the validator of records, and through the
 * compiler and the check of records, as an author's schema would go.
 */
import { createEmptyLibrary, createValidators, SchemaErrors } from "@portolan/engine/compiler";
import type { Row, Validate } from "@portolan/engine";
import { compileEntity, compileValidator, dialect, hydrate, keywords } from "../../src/payments/compiler.ts";

type Schema = Readonly<Record<string, unknown>>;
/** A schema of the suite with its tests. */
export interface Group {
  description: string;
  schema: Schema;
  tests: { description: string; data: unknown; valid: boolean }[];
}
export interface Counts {
  passed: number;
  /** Tests whose schema does not compile. */
  refused: number;
  /** Tests with another verdict than the suite's. */
  different: number;
}
/** The counts of some groups, the tests with another verdict, and the refused tests by reason. */
export interface Tally {
  counts: Counts;
  different: string[];
  refusals: Map<string, number>;
}
/** Returns whether the value is valid. @throws when the schema does not compile */
type Judge = (schema: Schema, data: unknown) => boolean;

/** Files of the suite that are not named after their keyword. */
const KEYWORD_OF_FILE: Readonly<Record<string, string>> = { defs: "$defs", ref: "$ref", "if-then-else": "if" };
const accepted = new Set(keywords.map(({ name }) => name));

/** Returns the keyword that a file of the suite tests, or undefined when the language does not have it. */
export function findKeyword(file: string): string | undefined {
  const name = file.replace(/\.json$/, "");
  const keyword = KEYWORD_OF_FILE[name] ?? name;
  return accepted.has(keyword) ? keyword : undefined;
}

/** Counts the tests of groups in one of the two ways. */
export function countGroups(groups: readonly Group[], judge: Judge): Tally {
  const tally: Tally = { counts: { passed: 0, refused: 0, different: 0 }, different: [], refusals: new Map() };
  for (const { description, schema, tests } of groups)
    for (const test of tests)
      try {
        if (judge(schema, test.data) === test.valid) tally.counts.passed++;
        else {
          tally.counts.different++;
          tally.different.push(`${description}: ${test.description}`);
        }
      } catch (error) {
        const reason = explainRefusal(error);
        tally.counts.refused++;
        tally.refusals.set(reason, (tally.refusals.get(reason) ?? 0) + 1);
      }
  return tally;
}

/** Returns the first finding of the compiler, or the message of Ajv. */
const explainRefusal = (error: unknown): string => {
  const finding = error instanceof SchemaErrors ? error.findings[0] : undefined;
  return finding ? `${finding.rule}: ${finding.message}` : String(error);
};

/** The dialect of the standard itself, in which a format annotates and asserts nothing. */
const STANDARD = "https://json-schema.org/draft/2020-12/schema";

/**
 * Creates the judge that uses the validator of records, which takes a schema as it is. A schema's `$schema` decides
 * whether formats assert.
 */
export function createValidatorJudge(): Judge {
  const own = createValidators(dialect.formats, { strict: false });
  const standard = createValidators(dialect.formats, { strict: false, validateFormats: false });
  const compiled = new WeakMap<Schema, Validate>();
  return (schema, data) => {
    const { compileValidator } = schema["$schema"] === STANDARD ? standard : own;
    const validate = compiled.get(schema) ?? compileValidator(schema);
    compiled.set(schema, validate);
    return validate(data);
  };
}

/**
 * Judges by the compiler and the check of records. A schema of objects is the record; another is its field `value`. The
 * type that a field has to state is, where the suite leaves it out, that of the tested value, which changes no verdict.
 */
export const judgeByLanguage: Judge = (schema, data) => {
  const { $schema: _standard, $defs, ...words } = createLabel(schema);
  const type = words["type"] ?? getType(data);
  const { type: _record, ...record } = words;
  const file = {
    ...($defs === undefined ? {} : { $defs }),
    ...(type === "object" ? record : { properties: { value: { "x-label": LABEL, ...words, type } } }),
  };
  const { plan, texts } = compileEntity("schemas/entities/value.json", JSON.stringify(file), createEmptyLibrary());
  const entity = hydrate(plan, texts, compileValidator(plan.schema));
  const value = type === "object" && isRow(data) ? data : { value: data };
  return entity.check(value, { lang: "en", side: "server" }).errors.length === 0;
};

const LABEL = { zh: "值", en: "Value" };
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a schema whose fields have the labels that the language demands. */
function createLabel(schema: Schema): Record<string, unknown> {
  const { properties, items } = schema;
  const fields = isRow(properties)
    ? Object.entries(properties).map(([name, field]) => [
        name,
        isRow(field) ? { "x-label": LABEL, ...createLabel(field) } : field,
      ])
    : undefined;
  return {
    ...schema,
    ...(fields && { properties: Object.fromEntries(fields) }),
    ...(isRow(items) && { items: createLabel(items) }),
  };
}

function getType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
