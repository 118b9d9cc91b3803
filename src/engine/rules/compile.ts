/**
 * Compiles CEL expressions: cel-js parses and checks them, and `lower.ts` builds the compact tree that `evaluate.ts`
 * runs. Used where schemas are compiled; neither this module nor cel-js is shipped to the browser.
 */
import { ParseError, type ASTNode, type Environment, type TypeCheckResult } from "@marcbachmann/cel-js";
import type { Expression } from "../model/expression.ts";
import { functionNames, createEnvironment, getTypeName } from "./environment.ts";
import { findNearest } from "./names.ts";
import { ruleMessages } from "./rule-messages.ts";
import { lower } from "./lower.ts";
import { RuleError, type RuleType, type RuleTypes } from "./types.ts";

interface Compiler {
  environment: Environment;
  records: Map<string, Record<string, RuleType>>;
}
const compilers = new WeakMap<RuleTypes, Compiler>();

type CelError = NonNullable<TypeCheckResult["error"]>;

/**
 * Compiles an expression.
 * @param types the names it may use; pass the same object for all expressions in a file
 * @param expected type of the result: `bool`, `int`, `Decimal`, `string`, `date`, ...; a whole number is widened to a
 * Decimal
 * @throws RuleError with the position and, for a misspelt name, the closest match
 */
export function compileExpression(source: string, types: RuleTypes, expected?: string): Expression {
  const compiler = compilers.get(types) ?? createEnvironment(types.roots);
  compilers.set(types, compiler);

  const checked = parseAndCheck(source, types, compiler);
  const lowered = lower(checked.ast, types);
  const type = getTypeName(checked.type);
  const widened = expected === "Decimal" && type === "int";
  // The elements of `[]` have no type of their own.
  const emptied = expected === "list" && type === "list<T>";
  if (expected !== undefined && expected !== type && !widened && !emptied && type !== "dyn") {
    throw new RuleError(ruleMessages.otherResult(type, expected), { start: 0, end: source.length });
  }
  return {
    source,
    tree: widened ? ["decimal", lowered.tree] : lowered.tree,
    reads: lowered.reads,
    type: widened ? "Decimal" : type,
  };
}

function parseAndCheck(source: string, types: RuleTypes, compiler: Compiler): { ast: ASTNode; type: string } {
  const parsed = parse(source, compiler);
  refuseForeignLiterals(parsed.ast);
  const { type, error } = parsed.check();
  if (error) throw createTypeError(error, source, types, compiler);
  return { ast: parsed.ast, type: type ?? "dyn" };
}

function parse(source: string, { environment }: Compiler): ReturnType<Environment["parse"]> {
  try {
    return environment.parse(source);
  } catch (error) {
    throw error instanceof ParseError ? createSyntaxError(error, source) : error;
  }
}

/** Rejects doubles, which are not exact, and null, bytes and unsigned integers, which records cannot contain. */
function refuseForeignLiterals(node: ASTNode): void {
  if (node.op !== "value") {
    for (const part of listParts(node)) refuseForeignLiterals(part);
    return;
  }
  const { args, start, end } = node;
  if (typeof args === "number")
    throw new RuleError(ruleMessages.fraction(), node, `decimal("${node.input.slice(start, end)}")`);
  if (args === null) throw new RuleError(ruleMessages.noNull(), node, "has(...)");
  if (typeof args === "object") throw new RuleError(ruleMessages.noBytes(), node);
}

/** Returns the direct children of a node. */
const listParts = ({ args }: ASTNode): ASTNode[] => [args].flat(2).filter(isNode);
const isNode = (part: unknown): part is ASTNode => typeof part === "object" && part !== null && "op" in part;

/** Returns the source range of an error, clipped to the end of the source. */
function findRange(error: CelError, source: string): { start: number; end: number } {
  const start = Math.min(error.range?.start ?? 0, source.length);
  return { start, end: Math.max(start, error.range?.end ?? start) };
}

function createSyntaxError(error: CelError, source: string): RuleError {
  const range = findRange(error, source);
  const text = source.slice(range.start, range.end);
  const member = error.code === "expected_token" && /\.\s*$/.test(source.slice(0, range.start)) && /^\w+$/.test(text);
  if (member) return new RuleError(ruleMessages.ownWord(text), range, `["${text}"]`);
  if (text === "=") return new RuleError(ruleMessages.assignment(), range, "==");
  const unexpected = error.summary;
  return new RuleError(
    unexpected === "Unexpected token: EOF"
      ? ruleMessages.endsEarly()
      : ruleMessages.notParsed(unexpected.charAt(0).toLowerCase() + unexpected.slice(1)),
    range,
  );
}

function createTypeError(error: CelError, source: string, types: RuleTypes, { records }: Compiler): RuleError {
  const range = findRange(error, source);
  const summary = getTypeName(error.summary);
  const name = /: (\S+)$/.exec(summary)?.[1] ?? "";
  switch (error.code) {
    case "unknown_variable": {
      const fields =
        typeof types.roots.self === "object" && "record" in types.roots.self
          ? Object.keys(types.roots.self.record)
          : [];
      return new RuleError(
        ruleMessages.unknown("name", name),
        range,
        fields.includes(name) ? `self.${name}` : findNearest(name, Object.keys(types.roots)),
      );
    }
    case "no_such_key": {
      const { args } = error.node ?? {};
      const [base] = Array.isArray(args) ? args.filter(isNode) : [];
      const fields = records.get(base?.checkedType?.name ?? "");
      return new RuleError(ruleMessages.unknown("field", name), range, findNearest(name, Object.keys(fields ?? {})));
    }
    case "no_such_overload":
      return new RuleError(ruleMessages.types(summary.replace("no such overload: ", "")), range);
    case "no_matching_overload": {
      const called = /'(?:.*\.)?(\w+)\(/.exec(summary)?.[1] ?? "";
      if (!functionNames.includes(called))
        return new RuleError(ruleMessages.unknown("function", called), range, findNearest(called, functionNames));
      return new RuleError(ruleMessages.arguments(/'(.*)'/.exec(summary)?.[1] ?? called), range);
    }
    default:
      return new RuleError(ruleMessages.notTyped(summary.charAt(0).toLowerCase() + summary.slice(1)), range);
  }
}
