/**
 * Lowers cel-js's checked syntax tree to the tree of `evaluate.ts`: `[op, ...parts]`. A bare string, boolean or number
 * is a literal (numbers are whole), and `["v", "self", "amount"]` is a path. Collects the paths that the expression
 * reads.
 */
import type { ASTNode } from "@marcbachmann/cel-js";
import { Decimal, DIVISION_SCALE } from "../base/decimal.ts";
import { functionNames } from "./environment.ts";
import { ruleMessages, listMeant, type Part } from "./rule-messages.ts";
import { RuleError, type RuleType, type RuleTypes } from "./types.ts";
import { findSlowPart } from "./slow-pattern.ts";
import { findNearest } from "./names.ts";

declare module "@marcbachmann/cel-js" {
  interface SourceLocation {
    /** Type of the node, set by the type check. */
    readonly checkedType?: { name: string; kind: string };
  }
}

interface Lowered {
  tree: unknown;
  /** Dotted path of the value, such as `self.parties.*.share`. Undefined when it is computed. */
  path?: string | undefined;
  type?: RuleType | undefined;
  /** Set for a nested object: the record that contains it, and the object's path in that record. */
  object?: { of: Lowered; name: string } | undefined;
}
interface Lowering {
  types: RuleTypes;
  locals: ReadonlyMap<string, Lowered>;
  reads: Set<string>;
}

/**
 * Lowers a checked tree.
 * @throws RuleError for CEL features that the rule language does not support
 */
export function lower(ast: ASTNode, types: RuleTypes): { tree: unknown; reads: string[] } {
  const lowering: Lowering = { types, locals: new Map(), reads: new Set() };
  const tree = read(ast, lowering).tree;
  return { tree, reads: [...lowering.reads] };
}

/** Lowers a node whose value is needed, and records its path as read. */
function read(node: ASTNode, to: Lowering): Lowered {
  const lowered = convert(node, to);
  if (lowered.object) throw new RuleError(ruleMessages.objectNoValue(lowered.object.name, listMembers(lowered)), node);
  if (lowered.path !== undefined) to.reads.add(lowered.path);
  return lowered;
}
const lowerValue = (node: ASTNode, to: Lowering): unknown => read(node, to).tree;

function convert(node: ASTNode, to: Lowering): Lowered {
  switch (node.op) {
    case "value":
      return { tree: typeof node.args === "bigint" ? readLiteralInt(node.args) : node.args };
    case "id":
      return to.locals.get(node.args) ?? { tree: ["v", node.args], path: node.args, type: to.types.roots[node.args] };
    case ".":
    case ".?":
      return lowerMember(convert(node.args[0], to), node.args[1], node);
    case "[]":
    case "[?]":
      return index(node.args, node, to);
    case "call":
      return { tree: call(node, node.args[0], node.args[1], to) };
    case "rcall":
      return lowerMethod(node, node.args, to);
    case "list":
      return { tree: ["list", ...node.args.map((item) => lowerValue(item, to))] };
    case "map":
      return { tree: ["record", ...node.args.flatMap((entry) => entry.map((part) => lowerValue(part, to)))] };
    case "?:":
      return { tree: ["?", ...node.args.map((part) => lowerValue(part, to))] };
    case "!_":
    case "-_":
      return { tree: [node.op.charAt(0), lowerValue(node.args, to)] };
    case "&&":
    case "||":
      return { tree: [node.op, ...node.args.map((part) => lowerValue(part, to))] };
    default:
      return { tree: lowerBinary(node, node.args, to) };
  }
}

function lowerMember(base: Lowered, name: string, node: ASTNode): Lowered {
  const fields = typeof base.type === "object" && "record" in base.type ? base.type.record : undefined;
  if (fields && !Object.hasOwn(fields, name)) throw createUnknownError("field", name, Object.keys(fields), node);
  const type = fields?.[name];
  const path = base.path === undefined ? {} : { path: `${base.path}.${name}` };
  const [{ tree: record }, own] = base.object ? [base.object.of, `${base.object.name}.${name}`] : [base, name];
  const tree = Array.isArray(record) && record[0] === "v" ? [...record, own] : [".", record, own];
  const isObject = typeof type === "object" && "isObject" in type;
  return { tree, ...path, type, ...(isObject && { object: { of: base.object?.of ?? base, name: own } }) };
}

/** Returns the names of a nested object's fields. */
const listMembers = ({ type }: Lowered): string[] =>
  typeof type === "object" && "record" in type ? Object.keys(type.record) : [];

function createUnknownError(what: Part, name: string, names: readonly string[], node: ASTNode): RuleError {
  const meant = findNearest(name, names);
  return new RuleError(ruleMessages.unknown(what, name, listMeant(names, meant)), node, meant);
}

function index([base, key]: readonly [ASTNode, ASTNode], node: ASTNode, to: Lowering): Lowered {
  const lowered = convert(base, to);
  const name = readLiteralText(key);
  if (name !== undefined) return lowerMember(lowered, name, node);
  const path = lowered.path === undefined ? {} : { path: `${lowered.path}.*` };
  return { tree: ["[]", lowered.tree, lowerValue(key, to)], ...path, ...getRowType(lowered) };
}

const getRowType = ({ type }: Lowered): { type?: RuleType } =>
  typeof type === "object" && "list" in type ? { type: type.list } : {};

const isDate = (node: ASTNode): boolean => node.checkedType?.name === "CelDate";

function lowerBinary(node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], to: Lowering): unknown {
  const [a, b] = [read(left, to), read(right, to)];
  if (["==", "!=", "in"].includes(node.op)) {
    checkValues(a.type, right);
    checkValues(b.type, left);
  }
  if (node.checkedType?.name.includes("Duration")) throw new RuleError(ruleMessages.noDurations(), node);
  if (isDate(left) && node.op === "-")
    return isDate(right) ? ["daysBetween", a.tree, b.tree] : ["addDays", a.tree, ["-", b.tree]];
  if (isDate(left) && node.op === "+") return ["addDays", a.tree, b.tree];
  if (node.op === "/" && node.checkedType?.name === "Decimal") return ["div", a.tree, b.tree, DIVISION_SCALE];
  return [node.op, a.tree, b.tree];
}

/**
 * Rejects a comparison of a field with fixed values to a string that is not one of them, which is likely a misspelling.
 */
function checkValues(type: RuleType | undefined, other: ASTNode): void {
  if (typeof type !== "object" || !("values" in type)) return;
  for (const literal of other.op === "list" ? other.args : [other]) {
    const text = readLiteralText(literal);
    if (text !== undefined && !type.values.includes(text))
      throw createUnknownError("value", text, type.values, literal);
  }
}

const comprehensions = new Set(["all", "exists", "exists_one", "map", "filter"]);
const textMethods = new Set(["contains", "startsWith", "endsWith", "matches"]);

function lowerMethod(
  node: ASTNode,
  [name, receiver, args]: readonly [string, ASTNode, ASTNode[]],
  to: Lowering,
): Lowered {
  if (comprehensions.has(name)) return lowerComprehension(name, receiver, args, to);
  if (name === "size") return { tree: ["size", lowerValue(receiver, to)] };
  if (!textMethods.has(name)) throw createUnknownError("function", name, functionNames, node);
  const text = getArgument(args, 0);
  if (name === "matches") checkPattern(text);
  return { tree: [name, lowerValue(receiver, to), lowerValue(text, to)] };
}

function lowerComprehension(name: string, receiver: ASTNode, args: ASTNode[], to: Lowering): Lowered {
  const kind = receiver.checkedType?.kind;
  if (kind !== "list" && kind !== "dyn") throw new RuleError(ruleMessages.worksOnList(name), receiver);
  const list = convert(receiver, to);
  const variable = String(getArgument(args, 0).args);
  const path = list.path === undefined ? {} : { path: `${list.path}.*` };
  const row: Lowered = { tree: ["v", variable], ...path, ...getRowType(list) };
  const inner: Lowering = { ...to, locals: new Map([...to.locals, [variable, row]]) };
  const bodies = args.slice(1).map((body) => read(body, inner));
  if (list.path !== undefined && ![...to.reads].some((path) => path.startsWith(`${list.path}.`)))
    to.reads.add(list.path);

  // `map` may have a filter before its body.
  const [filter, last] = bodies.length === 2 ? bodies : [undefined, bodies[0]];
  const source = filter ? ["filter", list.tree, variable, filter.tree] : list.tree;
  const tree = [name, source, variable, last?.tree];
  if (name === "filter") return { ...list, tree };
  return name === "map" && last?.type ? { tree, type: { list: last.type } } : { tree };
}

function call(node: ASTNode, name: string, args: ASTNode[], to: Lowering): unknown {
  const only = getArgument(args, 0);
  switch (name) {
    case "has":
      return has(only, to);
    case "decimal":
      return lowerDecimalCall(only, to);
    case "date":
      return readLiteralText(only) === undefined
        ? ["dayOf", lowerValue(only, to), to.types.zone.offsetMinutes]
        : readDate(only);
    case "timestamp":
      return readInstant(only);
    case "sum":
      return ["sum", lowerValue(only, to), node.checkedType?.name === "Decimal" ? ["d", "0"] : 0];
    case "min":
    case "max":
      return lowerExtreme(node, name, args, to);
    case "addYears":
      return ["addMonths", lowerValue(only, to), ["*", 12, lowerValue(getArgument(args, 1), to)]];
    case "round":
      return round(lowerValue(only, to), getArgument(args, 1), to);
    case "size":
    case "string":
    case "isIban":
    case "isAba":
    case "sameParty":
    case "month":
    case "addMonths":
      return [name, ...args.map((part) => lowerValue(part, to))];
    default:
      throw createUnknownError("function", name, functionNames, node);
  }
}

/**
 * Lowers `min` and `max`. The result is a Decimal if either argument is one, even when the whole number is returned.
 */
function lowerExtreme(node: ASTNode, name: string, args: ASTNode[], to: Lowering): unknown {
  if (args.length === 1) return [name, lowerValue(getArgument(args, 0), to)];
  const tree = [name, ["list", ...args.map((part) => lowerValue(part, to))]];
  return node.checkedType?.name === "Decimal" && args.some((part) => part.checkedType?.name === "int")
    ? ["decimal", tree]
    : tree;
}

function has(node: ASTNode, to: Lowering): unknown {
  if (node.op !== ".") throw new RuleError(ruleMessages.arguments("has()"), node);
  const [record, name] = node.args;
  const base = convert(record, to);
  const { path, object, ...member } = lowerMember(base, name, node);
  if (object) throw new RuleError(ruleMessages.objectNoValue(object.name, listMembers(member)), node);
  if (path !== undefined) to.reads.add(path);
  return base.object ? ["has", base.object.of.tree, `${base.object.name}.${name}`] : ["has", base.tree, name];
}

function lowerDecimalCall(node: ASTNode, to: Lowering): unknown {
  const text = readLiteralText(node);
  if (text === undefined) return ["decimal", lowerValue(node, to)];
  if (!Decimal.parse(text)) throw new RuleError(ruleMessages.notDecimal(text), node, '"1234.50"');
  return ["d", text];
}

function round(amount: unknown, to: ASTNode, lowering: Lowering): unknown {
  const { minorUnits } = lowering.types;
  const code = readLiteralText(to);
  if (code === undefined)
    return to.checkedType?.name === "int"
      ? ["round", amount, lowerValue(to, lowering)]
      : ["roundFor", amount, lowerValue(to, lowering), minorUnits];
  if (!Object.hasOwn(minorUnits, code)) throw createUnknownError("currency", code, Object.keys(minorUnits), to);
  return ["round", amount, minorUnits[code]];
}

/** Returns the text of a string literal, or undefined for any other node. */
const readLiteralText = (node: ASTNode): string | undefined =>
  node.op === "value" && typeof node.args === "string" ? node.args : undefined;

/** Returns the tree node of an integer literal. Integers beyond 2^53 are stored as text. */
const readLiteralInt = (literal: bigint): unknown =>
  Math.abs(Number(literal)) <= Number.MAX_SAFE_INTEGER ? Number(literal) : ["i", String(literal)];

/**
 * Returns an argument of a call.
 * @throws when it is missing, which the type check has ruled out
 */
function getArgument(args: readonly ASTNode[], position: number): ASTNode {
  const node = args[position];
  if (!node) throw new Error(`the call has no argument ${position}: cel-js admitted too few`);
  return node;
}

/**
 * Checks that a pattern is a literal, compiles and cannot backtrack exponentially.
 * @throws RuleError otherwise
 */
function checkPattern(node: ASTNode): void {
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
function readDate(node: ASTNode): string {
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
function readInstant(node: ASTNode): string {
  const text = readLiteralText(node) ?? "";
  const ms = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new RuleError(ruleMessages.notInstant(), node);
  return new Date(ms).toISOString();
}
