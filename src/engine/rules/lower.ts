/**
 * From cel-js's checked syntax tree to the tree of `evaluate.ts`: `[op, ...parts]`; a bare string, boolean or number is a literal
 * (a number is a whole number), `["v", "self", "amount"]` a path. Collects what is read on the way.
 */
import { Decimal, DIVISION_SCALE } from "../base/decimal.ts";
import { functionNames } from "./environment.ts";
import { nearest } from "./names.ts";
import { listed, ruleWords, type Part } from "./rule-words.ts";
import { RuleError, type RuleType, type RuleTypes } from "./types.ts";

/** A node of cel-js's syntax tree after its check. */
export interface CelNode {
  op: string;
  args: any;
  start: number;
  end: number;
  checkedType?: { name: string; kind: string };
}

interface Lowered {
  tree: unknown;
  /** The dotted path, where the node is one: `self.parties.*.share`. */
  path?: string;
  type?: RuleType;
}
interface Lowering {
  types: RuleTypes;
  locals: ReadonlyMap<string, Lowered>;
  reads: Set<string>;
}

/** Lowers a checked tree. Throws RuleError for what our language leaves out of CEL. */
export function lower(ast: CelNode, types: RuleTypes): { tree: unknown; reads: string[] } {
  const lowering: Lowering = { types, locals: new Map(), reads: new Set() };
  const tree = read(ast, lowering).tree;
  return { tree, reads: [...lowering.reads] };
}

/** Lowers a node whose value is needed: its path counts as read. */
function read(node: CelNode, to: Lowering): Lowered {
  const lowered = convert(node, to);
  if (lowered.path !== undefined) to.reads.add(lowered.path);
  return lowered;
}
const value = (node: CelNode, to: Lowering): unknown => read(node, to).tree;

function convert(node: CelNode, to: Lowering): Lowered {
  const { op, args } = node;
  switch (op) {
    case "value":
      return { tree: typeof args === "bigint" ? literalInt(args) : args };
    case "id":
      return to.locals.get(args) ?? { tree: ["v", args], path: args, type: to.types.roots[args] };
    case ".":
      return member(convert(args[0], to), args[1], node);
    case "[]":
      return index(node, to);
    case "call":
      return { tree: call(node, args[0], args[1], to) };
    case "rcall":
      return method(node, to);
    case "list":
      return { tree: ["list", ...args.map((item: CelNode) => value(item, to))] };
    case "map":
      return { tree: ["record", ...args.flatMap((entry: [CelNode, CelNode]) => entry.map((part) => value(part, to)))] };
    case "?:":
      return { tree: ["?", ...args.map((part: CelNode) => value(part, to))] };
    case "!_":
    case "-_":
      return { tree: [op[0], value(args, to)] };
    case "&&":
    case "||":
      return { tree: [op, value(args[0], to), value(args[1], to)] };
    default:
      return { tree: binary(node, to) };
  }
}

const literalInt = (literal: bigint): unknown =>
  Math.abs(Number(literal)) <= Number.MAX_SAFE_INTEGER ? Number(literal) : ["i", String(literal)];

function member(base: Lowered, name: string, node: CelNode): Lowered {
  const fields = typeof base.type === "object" && "record" in base.type ? base.type.record : undefined;
  if (fields && !Object.hasOwn(fields, name)) throw unknown("field", name, Object.keys(fields), node);
  const path = base.path === undefined ? {} : { path: `${base.path}.${name}` };
  const tree = Array.isArray(base.tree) && base.tree[0] === "v" ? [...base.tree, name] : [".", base.tree, name];
  return { tree, ...path, ...(fields && { type: fields[name]! }) };
}

function unknown(what: Part, name: string, names: readonly string[], node: CelNode): RuleError {
  const meant = nearest(name, names);
  return new RuleError(ruleWords.unknown(what, name, listed(names, meant)), node, meant);
}

function index(node: CelNode, to: Lowering): Lowered {
  const [base, key] = node.args as [CelNode, CelNode];
  const lowered = convert(base, to);
  if (key.op === "value" && typeof key.args === "string") return member(lowered, key.args, node);
  const path = lowered.path === undefined ? {} : { path: `${lowered.path}.*` };
  return { tree: ["[]", lowered.tree, value(key, to)], ...path, ...rowType(lowered) };
}

const rowType = ({ type }: Lowered): { type?: RuleType } =>
  typeof type === "object" && "list" in type ? { type: type.list } : {};

const isDate = (node: CelNode): boolean => node.checkedType?.name === "CelDate";

function binary(node: CelNode, to: Lowering): unknown {
  const [left, right] = node.args as [CelNode, CelNode];
  const [a, b] = [read(left, to), read(right, to)];
  if (["==", "!=", "in"].includes(node.op)) {
    checkValues(a.type, right);
    checkValues(b.type, left);
  }
  if (node.checkedType?.name.includes("Duration")) throw new RuleError(ruleWords.noDurations(), node);
  if (isDate(left) && node.op === "-")
    return isDate(right) ? ["daysBetween", a.tree, b.tree] : ["addDays", a.tree, ["-", b.tree]];
  if (isDate(left) && node.op === "+") return ["addDays", a.tree, b.tree];
  if (node.op === "/" && node.checkedType?.name === "Decimal") return ["div", a.tree, b.tree, DIVISION_SCALE];
  return [node.op, a.tree, b.tree];
}

/** A field with fixed values compared with a text that is none of them is a misspelling. */
function checkValues(type: RuleType | undefined, other: CelNode): void {
  if (typeof type !== "object" || !("values" in type)) return;
  const literals: CelNode[] = other.op === "list" ? other.args : [other];
  for (const literal of literals) {
    if (literal.op === "value" && typeof literal.args === "string" && !type.values.includes(literal.args))
      throw unknown("value", literal.args, type.values, literal);
  }
}

const comprehensions = new Set(["all", "exists", "exists_one", "map", "filter"]);
const textMethods = new Set(["contains", "startsWith", "endsWith", "matches"]);

function method(node: CelNode, to: Lowering): Lowered {
  const [name, receiver, args] = node.args as [string, CelNode, CelNode[]];
  if (comprehensions.has(name)) return comprehension(name, receiver, args, to);
  if (name === "size") return { tree: ["size", value(receiver, to)] };
  if (!textMethods.has(name)) throw unknown("function", name, functionNames, node);
  if (name === "matches") checkPattern(args[0]!);
  return { tree: [name, value(receiver, to), value(args[0]!, to)] };
}

function checkPattern(node: CelNode): void {
  if (node.op !== "value") throw new RuleError(ruleWords.patternWritten(), node);
  try {
    RegExp(node.args, "u");
  } catch (error) {
    throw new RuleError(ruleWords.patternBroken((error as Error).message), node);
  }
}

function comprehension(name: string, receiver: CelNode, args: CelNode[], to: Lowering): Lowered {
  const kind = receiver.checkedType?.kind;
  if (kind !== "list" && kind !== "dyn") throw new RuleError(ruleWords.worksOnList(name), receiver);
  const list = convert(receiver, to);
  const variable = args[0]!.args as string;
  const path = list.path === undefined ? {} : { path: `${list.path}.*` };
  const row: Lowered = { tree: ["v", variable], ...path, ...rowType(list) };
  const inner: Lowering = { ...to, locals: new Map([...to.locals, [variable, row]]) };
  const bodies = args.slice(1).map((body) => read(body, inner));
  if (list.path !== undefined && ![...to.reads].some((path) => path.startsWith(`${list.path}.`)))
    to.reads.add(list.path);

  const last = bodies.at(-1)!;
  const source = bodies.length === 2 ? ["filter", list.tree, variable, bodies[0]!.tree] : list.tree;
  const tree = [name, source, variable, last.tree];
  if (name === "filter") return { ...list, tree };
  return name === "map" && last.type ? { tree, type: { list: last.type } } : { tree };
}

function call(node: CelNode, name: string, args: CelNode[], to: Lowering): unknown {
  const only = args[0]!;
  switch (name) {
    case "has": {
      const base = convert(only.args[0], to);
      const { path } = member(base, only.args[1], only);
      if (path !== undefined) to.reads.add(path);
      return ["has", base.tree, only.args[1]];
    }
    case "decimal":
      return decimalCall(only, to);
    case "date":
      return isLiteral(only) ? dateLiteral(only) : ["dayOf", value(only, to)];
    case "timestamp":
      return timestampLiteral(only);
    case "sum":
      return ["sum", value(only, to), node.checkedType?.name === "Decimal" ? ["d", "0"] : 0];
    case "min":
    case "max":
      return extreme(node, name, args, to);
    case "addYears":
      return ["addMonths", value(only, to), ["*", 12, value(args[1]!, to)]];
    case "round":
      return round(value(only, to), args[1]!, to);
    case "size":
    case "string":
    case "isIban":
    case "isAba":
    case "sameParty":
    case "month":
    case "addMonths":
      return [name, ...args.map((part) => value(part, to))];
    default:
      throw unknown("function", name, functionNames, node);
  }
}

/** The result is a Decimal even where the whole number among the two is the one. */
function extreme(node: CelNode, name: string, args: CelNode[], to: Lowering): unknown {
  if (args.length === 1) return [name, value(args[0]!, to)];
  const tree = [name, ["list", ...args.map((part) => value(part, to))]];
  return node.checkedType?.name === "Decimal" && args.some((part) => part.checkedType?.name === "int")
    ? ["decimal", tree]
    : tree;
}

const isLiteral = (node: CelNode): boolean => node.op === "value" && typeof node.args === "string";

function decimalCall(node: CelNode, to: Lowering): unknown {
  if (!isLiteral(node)) return ["decimal", value(node, to)];
  if (!Decimal.parse(node.args)) throw new RuleError(ruleWords.notDecimal(node.args), node, '"1234.50"');
  return ["d", node.args];
}

function dateLiteral(node: CelNode): unknown {
  const ms = Date.parse(node.args);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== node.args)
    throw new RuleError(ruleWords.notDate(node.args), node);
  return node.args;
}

function timestampLiteral(node: CelNode): unknown {
  const ms = isLiteral(node) && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(node.args) ? Date.parse(node.args) : Number.NaN;
  if (Number.isNaN(ms)) throw new RuleError(ruleWords.notInstant(), node);
  return new Date(ms).toISOString();
}

function round(amount: unknown, to: CelNode, lowering: Lowering): unknown {
  const { minorUnits } = lowering.types;
  if (!isLiteral(to))
    return to.checkedType?.name === "int"
      ? ["round", amount, value(to, lowering)]
      : ["roundFor", amount, value(to, lowering), minorUnits];
  if (!Object.hasOwn(minorUnits, to.args)) throw unknown("currency", to.args, Object.keys(minorUnits), to);
  return ["round", amount, minorUnits[to.args]];
}
