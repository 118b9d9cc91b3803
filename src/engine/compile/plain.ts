/** Converts a compiled entity to plain JSON Schema 2020-12, for tools that do not support the dialect. */
import { valueLimits } from "../keywords/value-limits.ts";
import { isObject } from "../base/guards.ts";
import type { Compiled } from "./compile.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { EntityPlan, JsonSchema, Lang, Texts } from "../model/entity.ts";
import { buildPlainId } from "../schema/schema-id.ts";
import { parse, type ASTNode } from "@marcbachmann/cel-js";

/**
 * Standard keywords that are copied unchanged. `format` and its limits are left out and replaced by a pattern, because
 * the standard treats `format` as an annotation only.
 */
const COPIED = [
  "type",
  "enum",
  "const",
  ...valueLimits.map(({ name }) => name).filter((name) => !name.startsWith("format")),
  "pattern",
  "additionalProperties",
  "default",
  "examples",
  "readOnly",
  "writeOnly",
];
const IN_PLACE = ["if", "then", "else"] as const;
const LISTED = ["allOf", "oneOf"] as const;

/**
 * Returns the plain schema of an entity, with titles in one language. It accepts every record that the entity accepts
 * after `check` has normalised it, and rejects what types, lengths, patterns, choices, unknown names and simple
 * conditions rule out. Facts, sums and dates are left to `check`.
 * @example
 * const { compileEntity } = createEngine(dialect);
 * const schema = buildPlainSchema(dialect, compileEntity("schemas/entities/issue.json", source, library), "en");
 */
export function buildPlainSchema(dialect: Dialect, { plan, texts }: Compiled, lang: Lang): JsonSchema {
  const hidden = new Set(plan.show.map(({ field }) => field));
  const { allOf = [], ...keywords } = convertKeywords({ dialect, texts: texts[lang], hidden }, plan.schema, "");
  const conditions = [...(Array.isArray(allOf) ? allOf : []), ...convertDemands(plan)];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: buildPlainId(plan.name),
    ...(texts[lang].label === undefined ? {} : { title: texts[lang].label }),
    ...keywords,
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
  };
}

const listRequired = ({ fields }: EntityPlan): string[] =>
  fields.filter(({ required }) => required).map(({ name }) => name);

/** Inputs of the conversion: the dialect's patterns and the field labels. */
interface Source {
  dialect: Dialect;
  texts: Texts;
  /** Paths of the conditionally shown fields, which only an `if`/`then` may require. */
  hidden: ReadonlySet<string>;
}

/**
 * Returns the standard keywords of a schema and its subschemas. `path` is the prefix of the text keys of its fields.
 */
function convertKeywords(source: Source, schema: JsonSchema, path: string): JsonSchema {
  const plain: JsonSchema = {};
  for (const keyword of COPIED) if (schema[keyword] !== undefined) plain[keyword] = schema[keyword];
  if (Array.isArray(schema.required)) Object.assign(plain, convertRequired(source, schema.required, path));
  if (isObject(schema.properties)) plain.properties = convertProperties(source, schema.properties, path);
  if (isObject(schema.items)) plain.items = convertKeywords(source, schema.items, path);
  for (const keyword of IN_PLACE) {
    const part = schema[keyword];
    if (isObject(part)) plain[keyword] = convertKeywords(source, part, path);
  }
  for (const keyword of LISTED) {
    const parts = schema[keyword];
    if (Array.isArray(parts))
      plain[keyword] = parts.filter(isObject).map((part) => convertKeywords(source, part, path));
  }
  const pattern = typeof schema.format === "string" ? source.dialect.patterns[schema.format] : undefined;
  if (pattern === undefined) return plain;
  return plain.pattern === undefined ? { ...plain, pattern } : { ...plain, allOf: [{ pattern }] };
}

/** Returns `required` without conditionally shown fields, or an empty schema when no field remains. */
function convertRequired({ hidden }: Source, required: readonly unknown[], path: string): JsonSchema {
  const inside = path === "" ? "" : `${path}.`;
  const always = required.filter((name) => !hidden.has(`${inside}${String(name)}`));
  return always.length > 0 ? { required: always } : {};
}

function convertProperties(source: Source, properties: JsonSchema, path: string): JsonSchema {
  const inside = path === "" ? "" : `${path}.`;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const title = source.texts[`field.${inside}${name}.short`] ?? source.texts[`field.${inside}${name}.label`];
      const keywords = isObject(schema) ? convertKeywords(source, schema, inside + name) : {};
      return [name, title === undefined ? keywords : { title, ...keywords }];
    }),
  );
}

/** Returns an `if`/`then` for each conditionally required field whose condition can be converted. */
function convertDemands(plan: EntityPlan): JsonSchema[] {
  const shown = new Map(plan.show.map(({ field, expression }) => [field, expression.source]));
  const always = listRequired(plan).filter((field) => shown.has(field));
  const demands = [
    ...plan.require.map(({ field, expression }) => ({ field, sources: [expression.source] })),
    ...always.map((field) => ({ field, sources: [] })),
  ];
  return demands.flatMap(({ field, sources }) => {
    const under = shown.get(field);
    const conditions = [...new Set([...sources, ...(under === undefined ? [] : [under])])].map(convertCondition);
    if (conditions.includes(undefined)) return [];
    const then = requirePath(field.split("."), true);
    const when = conditions.length === 1 ? conditions[0] : { allOf: conditions };
    // `then` is the JSON Schema keyword here, and the object is never awaited.
    // oxlint-disable-next-line unicorn/no-thenable
    return [{ if: when, then }];
  });
}

/**
 * Returns a schema that is valid exactly for the records that satisfy the condition, or undefined when JSON Schema
 * cannot express it. As in rules, a comparison with an absent field is not satisfied.
 * @example
 * convertCondition("has(self.city)"); // => { type: "object", properties: { city: true }, required: ["city"] }
 */
export function convertCondition(source: string): JsonSchema | undefined {
  return convertHolds(parse(source).ast, true);
}

/**
 * Returns a schema that is valid for the records for which a node evaluates to `wanted`, or undefined when the node
 * cannot be converted.
 */
function convertHolds(node: ASTNode, wanted: boolean): JsonSchema | undefined {
  switch (node.op) {
    case "!_":
      return convertHolds(node.args, !wanted);
    case "&&":
    case "||":
      return joinParts(
        node.args.map((part) => convertHolds(part, wanted)),
        (node.op === "&&") === wanted ? "allOf" : "anyOf",
      );
    case "==":
    case "!=":
      return convertCompared(node.args, (node.op === "==") === wanted);
    case ".":
      return requireField(node, { const: wanted });
    case "call":
      return node.args[0] === "has" ? convertFilled(node.args[1][0], wanted) : undefined;
    case "rcall":
      return node.args[0] === "matches" ? convertMatched(node.args[1], node.args[2][0], wanted) : undefined;
    default:
      return undefined;
  }
}

const joinParts = (parts: readonly (JsonSchema | undefined)[], keyword: "allOf" | "anyOf"): JsonSchema | undefined =>
  parts.includes(undefined) ? undefined : { [keyword]: parts };

/** Returns the path of the record field that a node reads, or undefined when the node reads anything else. */
function findPath(node: ASTNode | undefined): string[] | undefined {
  if (node?.op !== ".") return undefined;
  const [base, name] = node.args;
  if (base.op === "id") return base.args === "self" ? [name] : undefined;
  const above = findPath(base);
  return above && [...above, name];
}

/** Returns the schema of a record in which the field at a path is present and satisfies `schema`. */
function requirePath([name = "", ...rest]: readonly string[], schema: JsonSchema | true): JsonSchema {
  const inner = rest.length > 0 ? requirePath(rest, schema) : schema;
  return { type: "object", properties: { [name]: inner }, required: [name] };
}

/**
 * Returns the schema of a record in which the field that a node reads is present and satisfies `schema`, or undefined
 * when the node reads no field.
 */
function requireField(node: ASTNode, schema: JsonSchema | true): JsonSchema | undefined {
  const path = findPath(node);
  return path && requirePath(path, schema);
}

function convertFilled(node: ASTNode | undefined, wanted: boolean): JsonSchema | undefined {
  const there = node && requireField(node, true);
  return there && !wanted ? { not: there } : there;
}

function convertCompared([left, right]: readonly [ASTNode, ASTNode], equal: boolean): JsonSchema | undefined {
  // Do not convert comparisons with numbers, which records store as text or in a form that CEL compares differently.
  const literal = right.op === "value" ? right.args : undefined;
  if (typeof literal !== "string" && typeof literal !== "boolean") return undefined;
  return requireField(left, equal ? { const: literal } : { not: { const: literal } });
}

function convertMatched(receiver: ASTNode, pattern: ASTNode | undefined, wanted: boolean): JsonSchema | undefined {
  if (pattern?.op !== "value" || typeof pattern.args !== "string") return undefined;
  const schema = { type: "string", pattern: pattern.args };
  return requireField(receiver, wanted ? schema : { type: "string", not: schema });
}
