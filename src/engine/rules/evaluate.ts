/**
 * Evaluates compiled expressions (`compile.ts`) in the browser and on the server. It contains no parser, because every
 * page with rules includes it.
 *
 * `UNKNOWN` is what CEL calls an error: an absent or malformed value, a division by zero, an index outside the list, an
 * integer beyond 64 bits. It propagates through every operation, except that `false && unknown` is false, `true ||
 * unknown` is true, and one item can decide `all` and `exists`. A rule whose result is `UNKNOWN` passes, unless its
 * `authority: server` makes the server enforce it.
 */
import { Decimal } from "../base/decimal.ts";
import type { Expression, Scope } from "../model/expression.ts";
import { functions, isObject, readMember, UNKNOWN } from "./operators.ts";

export { UNKNOWN } from "./operators.ts";

/** `[op, ...parts]` as built by `lower.ts`. */
type Node = readonly unknown[];

/**
 * Evaluates an expression. Never throws on invalid data. Integers are bigints, amounts Decimals, dates `YYYY-MM-DD`,
 * instants `YYYY-MM-DDTHH:mm:ss.sssZ`. Null counts as absent.
 * @example
 * const holds = evaluate(expression, buildRecordScope(entity.fields, row)) === true;
 */
export function evaluate(expression: Pick<Expression, "tree">, scope: Scope): unknown {
  return run(expression.tree, scope);
}

function run(node: unknown, scope: Scope): unknown {
  if (!Array.isArray(node)) return typeof node === "number" ? BigInt(node) : node;
  const op = String(node[0]);
  const form = forms[op];
  if (form) return form(node, scope);
  const values: unknown[] = [];
  for (let index = 1; index < node.length; index += 1) {
    const value = run(node[index], scope);
    if (value === UNKNOWN) return UNKNOWN;
    values.push(value);
  }
  try {
    return functions[op]?.(...values) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/**
 * Evaluates the body of `[op, list, variable, body]` for each item until `visit` returns a value, and returns that
 * value or otherwise the result of `end`. Returns `UNKNOWN` if `list` does not evaluate to a list.
 */
function visitItems(
  node: Node,
  scope: Scope,
  visit: (result: unknown, item: unknown) => unknown,
  end: () => unknown,
): unknown {
  const list = run(node[1], scope);
  if (!Array.isArray(list)) return UNKNOWN;
  const variable = String(node[2]);
  // One scope object serves all items, because nothing retains it.
  const inner: Scope = { ...scope };
  for (const item of list) {
    inner[variable] = item;
    const stop = visit(run(node[3], inner), item);
    if (stop !== undefined) return stop;
  }
  return end();
}

/**
 * Creates `all` (until = false) or `exists` (until = true), which stop at the first deciding item even if others are
 * unknown.
 */
const createQuantifier =
  (until: boolean) =>
  (node: Node, scope: Scope): unknown => {
    let unsure = false;
    return visitItems(
      node,
      scope,
      (result) => {
        if (result === until) return until;
        if (result !== !until) unsure = true;
        return undefined;
      },
      () => (unsure ? UNKNOWN : !until),
    );
  };

/** Creates `&&` (short = false) or `||` (short = true). */
const createJunction =
  (short: boolean) =>
  (node: Node, scope: Scope): unknown => {
    const left = run(node[1], scope);
    if (left === short) return short;
    const right = run(node[2], scope);
    if (right === short) return short;
    return left === !short && right === !short ? !short : UNKNOWN;
  };

/** Creates a form that collects a result per item. A single unknown item makes the whole result unknown. */
const collect =
  (keep: (result: unknown, item: unknown) => unknown[], finish: (kept: unknown[]) => unknown) =>
  (node: Node, scope: Scope): unknown => {
    const kept: unknown[] = [];
    return visitItems(
      node,
      scope,
      (result, item) => {
        if (result === UNKNOWN) return UNKNOWN;
        kept.push(...keep(result, item));
        return undefined;
      },
      () => finish(kept),
    );
  };
const keepWhereTrue = (result: unknown, item: unknown): unknown[] => (result === true ? [item] : []);

/** Operators that receive their operands unevaluated. */
const forms: Readonly<Record<string, (node: Node, scope: Scope) => unknown>> = {
  v: (node, scope) => {
    let value: unknown = scope;
    for (let index = 1; index < node.length; index += 1) value = readMember(value, String(node[index]));
    return value;
  },
  ".": (node, scope) => readMember(run(node[1], scope), String(node[2])),
  has: (node, scope) => {
    const base = run(node[1], scope);
    if (!isObject(base)) return UNKNOWN;
    const name = String(node[2]);
    const value = Object.hasOwn(base, name) ? base[name] : undefined;
    return value === UNKNOWN ? UNKNOWN : value !== undefined && value !== null;
  },
  d: (node) => Decimal.of(String(node[1])),
  i: (node) => BigInt(String(node[1])),
  "&&": createJunction(false),
  "||": createJunction(true),
  "?": (node, scope) => {
    const condition = run(node[1], scope);
    return typeof condition === "boolean" ? run(node[condition ? 2 : 3], scope) : UNKNOWN;
  },
  all: createQuantifier(false),
  exists: createQuantifier(true),
  exists_one: collect(keepWhereTrue, (kept) => kept.length === 1),
  filter: collect(keepWhereTrue, (kept) => kept),
  map: collect(
    (result) => [result],
    (kept) => kept,
  ),
};

/**
 * Returns whether a change at any of these paths can alter the expression's result. Paths are dotted as in `reads`,
 * with rows by index or `*`.
 */
export function isTouched(expression: Pick<Expression, "reads">, changed: readonly string[]): boolean {
  const paths = changed.map((path) => `${path.replace(/\.\d+(?=\.|$)/g, ".*")}.`);
  return expression.reads.some((read) =>
    paths.some((path) => `${read}.`.startsWith(path) || path.startsWith(`${read}.`)),
  );
}
