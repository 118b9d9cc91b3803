/** Facts beyond the record, as rules see them. */
import { Decimal } from "../base/decimal.ts";
import { UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { coreOf } from "./core.ts";
import type { Entity } from "../model/entity.ts";

/** Contexts by name with their members in rule types, and the constants that the entity reads. Takes JSON (decimal strings, numbers) as well as rule values. */
export function factScope(entity: Entity, contexts: Scope | undefined): Scope {
  const scope: Scope = { ...contexts };
  for (const [name, plan] of Object.entries(entity.contexts)) {
    const value = contexts?.[name];
    if (value === undefined || value === null || plan.rows) delete scope[name];
    else if (plan.type !== undefined) scope[name] = typed(value, plan.type);
    else if (typeof value === "object")
      scope[name] = Object.fromEntries(
        Object.entries(value).map(([member, one]) => [member, typed(one, plan.types[member])]),
      );
  }
  const { constants } = coreOf(entity);
  if (Object.keys(constants).length > 0)
    scope.constants = { ...constants, ...(contexts?.constants as Scope | undefined) };
  return scope;
}

/** A fact as rules have it, of the type that its context says; UNKNOWN where it is none. */
export function typed(value: unknown, type: string | undefined): unknown {
  if (type === undefined || value === undefined || value === null || value === UNKNOWN) return value;
  const inner = /^list<(.*)>$/.exec(type)?.[1];
  if (inner !== undefined) return Array.isArray(value) ? value.map((one) => typed(one, inner)) : UNKNOWN;
  if (type === "Decimal")
    return value instanceof Decimal
      ? value
      : (Decimal.parse(typeof value === "number" || typeof value === "bigint" ? String(value) : value) ?? UNKNOWN);
  if (type === "int")
    return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value as number) : UNKNOWN;
  if (type === "timestamp")
    return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : UNKNOWN;
  return value;
}
