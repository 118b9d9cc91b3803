/** Converts facts from outside the record to rule types. */
import { Decimal } from "../base/decimal.ts";
import { isObject, UNKNOWN } from "../rules/operators.ts";
import type { Scope } from "../model/expression.ts";
import { readCore } from "./core.ts";
import type { Entity, Row } from "../model/entity.ts";

/**
 * Returns the contexts with their members as rule values, plus the constants that the entity reads. Accepts JSON
 * (decimal strings, numbers) and rule values. Omits contexts that provide rows for options.
 * @example
 * const scope = buildFactScope(entity, { user: { name: "Li Wei" } });
 */
export function buildFactScope(entity: Entity, contexts: Scope | undefined): Scope {
  const scope: Scope = { ...contexts };
  for (const [name, plan] of Object.entries(entity.contexts)) {
    const value = contexts?.[name];
    if (value === undefined || value === null || plan.rows) delete scope[name];
    else if (plan.type !== undefined) scope[name] = convertFact(value, plan.type);
    else if (typeof value === "object")
      scope[name] = Object.fromEntries(
        Object.entries(value).map(([member, item]) => [member, convertFact(item, plan.types[member])]),
      );
  }
  const { constants } = readCore(entity);
  if (Object.keys(constants).length > 0)
    scope.constants = { ...constants, ...(isObject(contexts?.constants) && contexts.constants) };
  return scope;
}

/** Returns the rows of a context by option, or undefined until they are loaded. */
export function readRows(context: string, contexts: Scope | undefined): Row | undefined {
  const rows = contexts?.[context];
  return isObject(rows) ? rows : undefined;
}

/** Returns what a context with rows knows of an option, as rule values. Undefined until it is loaded. */
export function readOption(
  entity: Entity,
  context: string,
  contexts: Scope | undefined,
  value: string | undefined,
): Row | undefined {
  const rows = readRows(context, contexts);
  const row = rows && value !== undefined && Object.hasOwn(rows, value) ? rows[value] : undefined;
  const types = entity.contexts[context]?.rows ?? {};
  if (!isObject(row)) return undefined;
  return Object.fromEntries(
    Object.keys(types).flatMap((name) =>
      row[name] === undefined ? [] : [[name, convertFact(row[name], types[name])]],
    ),
  );
}

/** Converts a fact to the rule type that its context declares. Returns UNKNOWN when the fact is malformed. */
export function convertFact(value: unknown, type: string | undefined): unknown {
  if (type === undefined || value === undefined || value === null || value === UNKNOWN) return value;
  const inner = /^list<(.*)>$/.exec(type)?.[1];
  if (inner !== undefined) return Array.isArray(value) ? value.map((item) => convertFact(item, inner)) : UNKNOWN;
  if (type === "Decimal")
    return value instanceof Decimal
      ? value
      : (Decimal.parse(typeof value === "number" || typeof value === "bigint" ? String(value) : value) ?? UNKNOWN);
  if (type === "int")
    return typeof value === "bigint"
      ? value
      : typeof value === "number" && Number.isSafeInteger(value)
        ? BigInt(value)
        : UNKNOWN;
  if (type === "timestamp")
    return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : UNKNOWN;
  return value;
}
