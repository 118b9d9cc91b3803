/** Reads literals and call arguments in cel-js's syntax tree. */
import type { ASTNode } from "@marcbachmann/cel-js";
import { ruleMessages } from "./rule-messages.ts";
import { RuleError } from "./types.ts";
import { findSlowPart } from "./slow-pattern.ts";

/** Returns the text of a string literal, or undefined for any other node. */
export const readLiteralText = (node: ASTNode): string | undefined =>
  node.op === "value" && typeof node.args === "string" ? node.args : undefined;

/** Returns the tree node of an integer literal. Integers beyond 2^53 are stored as text. */
export const readLiteralInt = (literal: bigint): unknown =>
  Math.abs(Number(literal)) <= Number.MAX_SAFE_INTEGER ? Number(literal) : ["i", String(literal)];

/**
 * Returns an argument of a call.
 * @throws when it is missing, which the type check has ruled out
 */
export function getArgument(args: readonly ASTNode[], position: number): ASTNode {
  const node = args[position];
  if (!node) throw new Error(`the call has no argument ${position}: cel-js admitted too few`);
  return node;
}

/**
 * Checks that a pattern is a literal, compiles and cannot backtrack exponentially.
 * @throws RuleError otherwise
 */
export function checkPattern(node: ASTNode): void {
  if (node.op !== "value") throw new RuleError(ruleMessages.patternWritten(), node);
  try {
    RegExp(String(node.args), "u");
  } catch (error) {
    throw new RuleError(ruleMessages.patternBroken(error instanceof Error ? error.message : String(error)), node);
  }
  const slow = findSlowPart(String(node.args));
  if (slow !== undefined) throw new RuleError(ruleMessages.patternSlow(slow), node);
}

/**
 * Returns the date in a literal.
 * @throws RuleError when it is not a date
 */
export function readDate(node: ASTNode): string {
  const text = readLiteralText(node) ?? "";
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text)
    throw new RuleError(ruleMessages.notDate(text), node);
  return text;
}

/**
 * Returns the instant in a literal, in UTC.
 * @throws RuleError when it is not an instant or has no zone
 */
export function readInstant(node: ASTNode): string {
  const text = readLiteralText(node) ?? "";
  const ms = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new RuleError(ruleMessages.notInstant(), node);
  return new Date(ms).toISOString();
}
