/** Conditions of a record: which fields show, must be filled in, are computed. */
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { requireCore, type Near } from "./core.ts";
import type { Entity, PreconditionPlan, Row } from "../model/entity.ts";
import { factScope } from "./facts.ts";
import { kindContext, selfScope } from "./values.ts";

/** Returns the record without hidden fields. Hiding one may hide others that depend on it. */
export function withoutHidden(entity: Entity, record: Row, known: Scope, near?: Near): Row {
  const core = requireCore(entity);
  const { around } = near ?? core.all;
  const conditions = [...core.show.values()].filter((one) => around.has(one.field));
  if (conditions.length === 0) return record;
  let value = record;
  for (let hidden = 1; hidden > 0;) {
    const scope = { ...known, self: selfScope(entity, value, known, { near }) };
    const gone = conditions
      .filter((one) => Object.hasOwn(value, one.field) && evaluate(one.expression, scope) !== true)
      .map((one) => one.field);
    hidden = gone.length;
    if (hidden > 0) value = Object.fromEntries(Object.entries(value).filter(([name]) => !gone.includes(name)));
  }
  return value;
}

/**
 * Returns the first gate that is shut: no form opens and the server creates no record.
 * @example
 * const precondition = failedPrecondition(entity, { user: { active: false } });
 */
export function failedPrecondition(entity: Entity, contexts: Scope | undefined): PreconditionPlan | undefined {
  // A section of a call's form has no preconditions and no fact indexes.
  if (entity.gates.length === 0) return undefined;
  const known = factScope(entity, contexts);
  return entity.gates.find(({ unless }) => evaluate(unless, known) !== true);
}

/** Returns whether a field shows for this record; unknown counts as no. */
export function isFieldVisible(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = requireCore(entity);
  const condition = core.show.get(name);
  if (!condition) return true;
  const known = factScope(entity, contexts);
  const value = withoutHidden(entity, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Returns whether a field must be filled now: required by the schema or by `x-require`, and shown. */
export function isFieldRequired(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = requireCore(entity);
  const condition = core.require.get(name);
  if (!core.fields.get(name)?.required && !condition) return false;
  if (!isFieldVisible(entity, name, record, contexts)) return false;
  if (core.fields.get(name)?.required || !condition) return true;
  const known = factScope(entity, contexts);
  const value = withoutHidden(entity, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Returns the values of the computed fields, as JSON, without those whose inputs are unknown. */
export function computeRecord(entity: Entity, record: Row, contexts?: Scope): Row {
  const { computed } = requireCore(entity);
  if (computed.size === 0) return {};
  const known = factScope(entity, contexts);
  const self = selfScope(entity, record, known);
  return Object.fromEntries(
    [...computed].flatMap(([name, { field, expression }]) => {
      const result = evaluate(expression, { ...known, self });
      return result === UNKNOWN
        ? []
        : [[name, field.kind.fromRule(result, kindContext(entity, field, entity.dialect.languages[0], record))]];
    }),
  );
}
