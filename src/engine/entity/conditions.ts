/** Determines which fields of a record are shown or required, and computes fields. */
import { isObject } from "../base/guards.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { type Logic, type CheckScope, readCore } from "./core.ts";
import type { ConditionPlan, Entity, PreconditionPlan, Row, RowState } from "../model/entity.ts";
import { buildFactScope } from "./facts.ts";
import { hasComputed } from "./row-figures.ts";
import { visitRows, type RecordLocation } from "./rows.ts";
import { toPointer, splitPointer } from "./values.ts";
import { buildSelfScope } from "./self-scope.ts";

/**
 * Returns the record without hidden fields, including those in rows. Repeats until nothing changes, since hiding a
 * field may hide others that depend on it. With `checkScope`, removes only fields that are involved in the check.
 */
export function removeHidden(entity: Entity, record: Row, facts: Scope, checkScope?: CheckScope): Row {
  const core = readCore(entity);
  const { involved: around } = checkScope ?? core.recordScope;
  const conditions = [...core.show.values()].filter((condition) => around.has(condition.field));
  const lists = [...core.lists.keys()].filter((name) => around.has(name) && hasShow(core, name));
  if (conditions.length === 0 && lists.length === 0) return record;
  let value = record;
  for (let hidden = 1; hidden > 0;) {
    const self = buildSelfScope(entity, value, facts, { checkScope });
    const scope = { ...facts, self };
    const removed = conditions
      .filter((condition) => Object.hasOwn(value, condition.field) && evaluate(condition.expression, scope) !== true)
      .map((condition) => condition.field);
    hidden = removed.length;
    if (hidden > 0) value = Object.fromEntries(Object.entries(value).filter(([name]) => !removed.includes(name)));
    const cells = lists.length > 0 ? listHiddenCells(core, { record: value, values: self, scope, at: "" }) : [];
    hidden += cells.length;
    for (const pointer of cells) value = removeCell(value, splitPointer(pointer));
  }
  return value;
}

/** Returns whether rows of a list, or rows nested in them, have conditionally shown fields. */
const hasShow = ({ lists }: Pick<Logic, "lists">, name: string): boolean => {
  const rows = lists.get(name);
  return rows !== undefined && (rows.show.size > 0 || [...rows.lists.keys()].some((inner) => hasShow(rows, inner)));
};

/** Returns the JSON pointers of hidden values in rows. */
function listHiddenCells(core: Pick<Logic, "lists">, location: RecordLocation): string[] {
  const found: string[] = [];
  visitRows(core, location, ({ show }, { record, scope, at }) => {
    for (const [name, { expression }] of show)
      if (Object.hasOwn(record, name) && evaluate(expression, scope) !== true) found.push(`${at}/${toPointer(name)}`);
  });
  return found;
}

/** Frozen rows without hidden values, by row and hidden field, so that caches keyed by the row stay valid. */
const trimmed = new WeakMap<object, Map<string, Row>>();

/** Returns a copy of a record without the value at a path. */
function removeCell(record: Row, [name = "", index, ...rest]: readonly string[]): Row {
  if (index === undefined) {
    const before = trimmed.get(record)?.get(name);
    if (before) return before;
    const { [name]: _gone, ...kept } = record;
    if (!Object.isFrozen(record)) return kept;
    trimmed.set(record, (trimmed.get(record) ?? new Map<string, Row>()).set(name, Object.freeze(kept)));
    return kept;
  }
  const rows = record[name];
  if (!Array.isArray(rows)) return record;
  const row: unknown = rows[Number(index)];
  return { ...record, [name]: isObject(row) ? rows.with(Number(index), removeCell(row, rest)) : rows };
}

/**
 * Returns the hidden and required fields of each row of a list, by the row's JSON pointer. Empty when the rows have no
 * conditions. `list` is a path such as `parcels.marks` for a nested list.
 */
export function readRowStates(entity: Entity, list: string, record: Row, contexts?: Scope): Map<string, RowState> {
  const core = readCore(entity);
  const states = new Map<string, RowState>();
  const rows = list.split(".").reduce<Logic | undefined>((logic, name) => logic?.lists.get(name), core);
  if (!rows || (rows.show.size === 0 && rows.require.size === 0)) return states;
  const known = buildFactScope(entity, contexts);
  const value = removeHidden(entity, record, known);
  const self = buildSelfScope(entity, value, known);
  visitRows(core, { record: value, values: self, scope: { ...known, self }, at: "" }, (logic, { scope, at }) => {
    if (logic !== rows) return;
    const names = (conditions: Logic["show"], holds: boolean) =>
      new Set(
        [...conditions]
          .filter(([, condition]) => (evaluate(condition.expression, scope) === true) === holds)
          .map(([name]) => name),
      );
    states.set(at, { hidden: names(rows.show, false), required: names(rows.require, true) });
  });
  return states;
}

/**
 * Returns the first failed precondition, or undefined when the form may open and the server may create records.
 * @example
 * const precondition = findFailedPrecondition(entity, { user: { active: false } });
 */
export function findFailedPrecondition(entity: Entity, contexts: Scope | undefined): PreconditionPlan | undefined {
  // Avoid converting the facts, since most entities have no preconditions.
  if (entity.gates.length === 0) return undefined;
  const known = buildFactScope(entity, contexts);
  return entity.gates.find(({ unless }) => evaluate(unless, known) !== true);
}

/**
 * Returns whether a field is shown for this record (`x-show`). True without a condition, false for an unknown result.
 * @example
 * const shown = isFieldVisible(entity, "amount", row);
 */
export function isFieldVisible(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = readCore(entity);
  const condition = core.show.get(name);
  if (!condition) return true;
  return isFulfilled(entity, condition, record, contexts);
}

/** Returns whether a condition holds for the fields of a record that are not hidden. */
function isFulfilled(entity: Entity, { expression }: ConditionPlan, record: Row, contexts: Scope | undefined): boolean {
  const known = buildFactScope(entity, contexts);
  const self = buildSelfScope(entity, removeHidden(entity, record, known), known);
  return evaluate(expression, { ...known, self }) === true;
}

/**
 * Returns whether a field is currently required, by the schema or by `x-require`, and shown.
 * @example
 * const required = isFieldRequired(entity, "amount", row);
 */
export function isFieldRequired(entity: Entity, name: string, record: Row, contexts?: Scope): boolean {
  const core = readCore(entity);
  const condition = core.require.get(name);
  if (!core.fields.get(name)?.required && !condition) return false;
  if (!isFieldVisible(entity, name, record, contexts)) return false;
  if (core.fields.get(name)?.required || !condition) return true;
  return isFulfilled(entity, condition, record, contexts);
}

/**
 * Computes the fields with `x-compute` and returns them as JSON, omitting those whose inputs are unknown and those of
 * the record that are hidden. A list with computed row values is returned as a whole.
 * @example
 * const total = computeRecord(entity, row)["total"];
 */
export function computeRecord(entity: Entity, record: Row, contexts?: Scope): Row {
  const { figures, lists, show } = readCore(entity);
  if (figures.length === 0 && ![...lists.values()].some(hasComputed)) return {};
  const computed: Row = {};
  buildSelfScope(entity, record, buildFactScope(entity, contexts), {
    onRows: (list, rows) => void (computed[list] = rows),
    onFigure({ field, lists: path }, { at, scope }, value) {
      const shown = path.length === 0 ? show.get(field.name) : undefined;
      if (shown && evaluate(shown.expression, scope) !== true) return;
      if (path.length > 0) setCell(computed, [...splitPointer(at), field.name], value);
      else if (value !== undefined) computed[field.name] = value;
    },
  });
  return computed;
}

/**
 * Sets a computed value of the record, or of a row, which is copied first. A row that already has the value stays the
 * same object.
 */
function setCell(record: Row, [name = "", index, ...rest]: readonly string[], value: unknown): void {
  if (index === undefined) {
    if (value === undefined) delete record[name];
    else record[name] = value;
    return;
  }
  const rows = record[name];
  const row: unknown = Array.isArray(rows) ? rows[Number(index)] : undefined;
  if (!Array.isArray(rows) || !isObject(row)) return;
  if (rest.length === 1 && row[rest[0] ?? ""] === value) return;
  const copy = { ...row };
  setCell(copy, rest, value);
  record[name] = rows.with(Number(index), copy);
}
