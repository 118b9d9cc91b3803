/**
 * Compiles a CEL expression: parsed and type-checked by cel-js, then lowered to the small tree that `evaluate.ts` runs.
 * Only where schemas are compiled; neither this module nor cel-js reaches the browser.
 */
import type { Environment } from "@marcbachmann/cel-js";
import type { Expression } from "../model/expression.ts";
import { functionNames, ruleEnvironment, typeName } from "./environment.ts";
import { nearest } from "./names.ts";
import { ruleWords } from "./rule-words.ts";
import { lower, type CelNode } from "./lower.ts";
import { RuleError, type RuleType, type RuleTypes } from "./types.ts";

interface Compiler {
  environment: Environment;
  records: Map<string, Record<string, RuleType>>;
}
const compilers = new WeakMap<RuleTypes, Compiler>();

/** cel-js's errors, as far as they are read here. */
interface CelError {
  code?: string;
  summary?: string;
  message: string;
  range?: { start: number; end: number };
  node?: CelNode;
}

/**
 * Compiles one expression.
 * @param types what may be named; the same object for all expressions of a file
 * @param expected type of the result: `bool`, `int`, `Decimal`, `string`, `date`, ...; a whole number serves where a Decimal is expected
 * @throws RuleError with the position and, for a misspelt name, what was probably meant
 */
export function compileExpression(source: string, types: RuleTypes, expected?: string): Expression {
  const compiler = compilers.get(types) ?? ruleEnvironment(types.roots);
  compilers.set(types, compiler);

  const checked = parseAndCheck(source, types, compiler);
  const lowered = lower(checked.ast, types);
  const type = typeName(checked.type);
  const widened = expected === "Decimal" && type === "int";
  if (expected !== undefined && expected !== type && !widened && type !== "dyn") {
    throw new RuleError(ruleWords.otherResult(type, expected), { start: 0, end: source.length });
  }
  return {
    source,
    tree: widened ? ["decimal", lowered.tree] : lowered.tree,
    reads: lowered.reads,
    type: widened ? "Decimal" : type,
  };
}

function parseAndCheck(source: string, types: RuleTypes, compiler: Compiler): { ast: CelNode; type: string } {
  let parsed;
  try {
    parsed = compiler.environment.parse(source);
  } catch (error) {
    throw syntaxError(error as CelError, source);
  }
  const ast = parsed.ast as unknown as CelNode;
  refuseForeignLiterals(ast, source);
  const { valid, type, error } = parsed.check();
  if (!valid) throw typeError(error as unknown as CelError, source, types, compiler);
  return { ast, type: type ?? "dyn" };
}

/** Doubles would not be exact; null, bytes and unsigned integers have no place in records. */
function refuseForeignLiterals(node: unknown, source: string): void {
  if (Array.isArray(node)) {
    for (const part of node) refuseForeignLiterals(part, source);
    return;
  }
  const { op, args, start, end } = (typeof node === "object" && node !== null ? node : {}) as Partial<CelNode>;
  if (op === undefined) return;
  if (op !== "value") {
    refuseForeignLiterals(args, source);
    return;
  }
  const range = { start: start ?? 0, end: end ?? source.length };
  if (typeof args === "number")
    throw new RuleError(ruleWords.fraction(), range, `decimal("${source.slice(range.start, range.end)}")`);
  if (args === null) throw new RuleError(ruleWords.noNull(), range, "has(...)");
  if (typeof args === "object") throw new RuleError(ruleWords.noBytes(), range);
}

function rangeOf(error: CelError, source: string): { start: number; end: number } {
  const start = Math.min(error.range?.start ?? 0, source.length);
  return { start, end: Math.max(start, error.range?.end ?? start) };
}

function syntaxError(error: CelError, source: string): RuleError {
  const range = rangeOf(error, source);
  const word = source.slice(range.start, range.end);
  const member = error.code === "expected_token" && /\.\s*$/.test(source.slice(0, range.start)) && /^\w+$/.test(word);
  if (member) return new RuleError(ruleWords.ownWord(word), range, `["${word}"]`);
  if (word === "=") return new RuleError(ruleWords.assignment(), range, "==");
  const unexpected = error.summary ?? error.message;
  return new RuleError(
    unexpected === "Unexpected token: EOF"
      ? ruleWords.endsEarly()
      : ruleWords.notParsed(unexpected.charAt(0).toLowerCase() + unexpected.slice(1)),
    range,
  );
}

function typeError(error: CelError, source: string, types: RuleTypes, { records }: Compiler): RuleError {
  const range = rangeOf(error, source);
  const summary = typeName(error.summary ?? error.message);
  const name = /: (\S+)$/.exec(summary)?.[1] ?? "";
  switch (error.code) {
    case "unknown_variable": {
      const fields =
        typeof types.roots.self === "object" && "record" in types.roots.self
          ? Object.keys(types.roots.self.record)
          : [];
      return new RuleError(
        ruleWords.unknown("name", name),
        range,
        fields.includes(name) ? `self.${name}` : nearest(name, Object.keys(types.roots)),
      );
    }
    case "no_such_key": {
      const fields = records.get(error.node?.args?.[0]?.checkedType?.name ?? "");
      return new RuleError(ruleWords.unknown("field", name), range, nearest(name, Object.keys(fields ?? {})));
    }
    case "no_such_overload":
      return new RuleError(ruleWords.types(summary.replace("no such overload: ", "")), range);
    case "no_matching_overload": {
      const called = /'(?:.*\.)?(\w+)\(/.exec(summary)?.[1] ?? "";
      if (!functionNames.includes(called))
        return new RuleError(ruleWords.unknown("function", called), range, nearest(called, functionNames));
      return new RuleError(ruleWords.arguments(/'(.*)'/.exec(summary)?.[1] ?? called), range);
    }
    default:
      return new RuleError(ruleWords.notTyped(summary.charAt(0).toLowerCase() + summary.slice(1)), range);
  }
}
