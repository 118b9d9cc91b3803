/**
 * Converts conditions to standard JSON Schema where possible: boolean fields, `==` and `!=` of a field and a string or
 * boolean literal, `has` and `matches`, combined with `&&`, `||` and `!`.
 */
import { parse, type ASTNode } from "@marcbachmann/cel-js";
import type { JsonSchema } from "../model/entity.ts";

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
export function requirePath([name = "", ...rest]: readonly string[], schema: JsonSchema | true): JsonSchema {
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
