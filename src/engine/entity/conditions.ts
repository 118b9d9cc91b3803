/** What shows, must be filled in and is computed for a record: asked by whoever shows one, and by the check. */
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { coreOf, type Core, type Near } from "./core.ts";
import type { Entity, GatePlan, Row } from "../model/entity.ts";
import { factScope } from "./facts.ts";
import { kindContext, selfScope } from "./values.ts";

/** Without the fields that do not show; hiding one may hide others that depend on it. */
export function withoutHidden(entity: Entity, core: Core, record: Row, known: Scope, near: Near = core.all): Row {
  const conditions = [...core.show.values()].filter((one) => near.around.has(one.field));
  if (conditions.length === 0) return record;
  let value = record;
  for (let hidden = 1; hidden > 0;) {
    const scope = { ...known, self: selfScope(entity, value, known, near) };
    const gone = conditions
      .filter((one) => Object.hasOwn(value, one.field) && evaluate(one.expression, scope) !== true)
      .map((one) => one.field);
    hidden = gone.length;
    if (hidden > 0) value = Object.fromEntries(Object.entries(value).filter(([name]) => !gone.includes(name)));
  }
  return value;
}

/** The first gate that is shut: no form opens before it, and the server makes no record. */
export function shutGate(entity: Entity, contexts: Scope | undefined): GatePlan | undefined {
  // A part of a call's form has no gates, and no indexes to read facts by.
  if (entity.gates.length === 0) return undefined;
  const known = factScope(entity, contexts);
  return entity.gates.find(({ unless }) => evaluate(unless, known) !== true);
}

/** Whether a field shows for this record; unknown counts as no. */
export function shownNow(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = coreOf(entity);
  const condition = core.show.get(name);
  if (!condition) return true;
  const known = factScope(entity, contexts);
  const value = withoutHidden(entity, core, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Whether a field must be filled now: demanded by the schema or by `x-require`, and shown. */
export function demandedNow(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = coreOf(entity);
  const condition = core.require.get(name);
  if (!core.fields.get(name)?.required && !condition) return false;
  if (!shownNow(entity, name, record, contexts)) return false;
  if (core.fields.get(name)?.required || !condition) return true;
  const known = factScope(entity, contexts);
  const value = withoutHidden(entity, core, record, known);
  return evaluate(condition.expression, { ...known, self: selfScope(entity, value, known) }) === true;
}

/** Values of the computed fields, as JSON; a field whose inputs are unknown is absent. */
export function computeRecord(entity: Entity, record: Row, contexts?: Scope): Row {
  const { computed, fields } = coreOf(entity);
  if (computed.size === 0) return {};
  const known = factScope(entity, contexts);
  const self = selfScope(entity, record, known);
  return Object.fromEntries(
    [...computed].flatMap(([name, { expression }]) => {
      const field = fields.get(name)!;
      const result = evaluate(expression, { ...known, self });
      return result === UNKNOWN ? [] : [[name, field.kind.fromRule(result, kindContext(entity, field, "zh", record))]];
    }),
  );
}
