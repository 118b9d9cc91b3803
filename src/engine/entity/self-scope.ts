/** Builds `self` for rules: the record's values in rule types, including computed fields. */
import { isObject } from "../base/guards.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";
import { type Logic, type CheckScope, readCore } from "./core.ts";
import type { ComputedField } from "./computed-fields.ts";
import { computeField, computeRows, hasComputed } from "./row-figures.ts";
import { visitRows, type RecordLocation } from "./rows.ts";
import { splitPointer } from "./values.ts";

/** Options of `buildSelfScope`. By default the whole record is converted. */
interface SelfScopeOptions {
  checkScope?: CheckScope | undefined;
  /** JSON pointers of values that cannot be parsed and count as unknown. */
  malformed?: readonly string[];
  /** Receives the rows of each list that has computed fields, with the values that depend only on their row. */
  onRows?: (list: string, rows: readonly unknown[]) => void;
  /** Receives every other computed value as JSON, or undefined when an input is unknown. */
  onFigure?: (figure: ComputedField<Field>, location: RecordLocation, value: unknown) => void;
}

/**
 * Returns the record as `self` for rules. Computed fields are recomputed; a field keeps the record's value when one of
 * its inputs is unknown.
 */
export function buildSelfScope(entity: Entity, record: Row, facts: Scope, options: SelfScopeOptions = {}): Row {
  const { checkScope, malformed = [] } = options;
  const core = readCore(entity);
  const self = buildRecordScope(
    checkScope && checkScope !== core.recordScope ? [...checkScope.involved.values()] : core.read,
    record,
  );
  for (const [name, logic] of core.lists) {
    const [rows, values] = [record[name], self[name]];
    if (!hasComputed(logic) || !Array.isArray(rows) || !Array.isArray(values)) continue;
    const done = computeRows(entity, logic, { rows, values }, { record, self });
    options.onRows?.(name, done.rows);
    self[name] = done.values;
    // Rows may be shared with other scopes, so copy them before adding values.
    if (core.figures.some(({ lists }) => lists[0] === name)) copyRows(self, name, logic);
  }
  for (const pointer of malformed) markUnknown(core, self, splitPointer(pointer));
  computeFigures(entity, { record, values: self, scope: { ...facts, self }, at: "" }, options);
  return self;
}

/**
 * Adds the computed fields of the record, and the row fields that `computeRows` cannot compute, to the record's values.
 */
function computeFigures(entity: Entity, root: RecordLocation, { checkScope, onFigure }: SelfScopeOptions): void {
  const core = readCore(entity);
  const compute = (figure: ComputedField<Field>, location: RecordLocation) => {
    const { field, expression } = figure;
    const around = location === root ? root.record : { ...root.record, ...location.record };
    const { json, rule } = computeField(entity, field, evaluate(expression, location.scope), around);
    if (json !== undefined) location.values[field.name] = rule;
    onFigure?.(figure, location, json);
  };
  for (const figure of core.figures) {
    const { field, lists } = figure;
    if (checkScope && !checkScope.involved.has(lists[0] ?? field.name)) continue;
    if (lists.length === 0) compute(figure, root);
    else
      visitRows(
        core,
        root,
        (logic, location) => void (logic.fields.get(field.name) === field && compute(figure, location)),
      );
  }
}

/** Replaces the rows of a list and of lists nested in it with copies. */
function copyRows(values: Row, name: string, logic: Logic): void {
  const rows = values[name];
  if (!Array.isArray(rows)) return;
  values[name] = rows.map((row: unknown) => {
    if (!isObject(row)) return row;
    const copy = { ...row };
    for (const [inner, own] of logic.lists) copyRows(copy, inner, own);
    return copy;
  });
}

/** Marks a value as unknown. Rows are copied first, since other scopes may share them. */
function markUnknown(logic: Logic, values: Row, [name = "", index, ...rest]: readonly string[]): void {
  const [rows, inner] = [values[name], logic.lists.get(name)];
  if (rows === undefined && index === undefined) return;
  if (index === undefined || !inner || !Array.isArray(rows)) {
    if (Object.hasOwn(values, name)) values[name] = UNKNOWN;
    return;
  }
  const row: unknown = rows[Number(index)];
  const copy = isObject(row) && rest.length > 0 ? { ...row } : UNKNOWN;
  if (copy !== UNKNOWN) markUnknown(inner, copy, rest);
  values[name] = rows.with(Number(index), copy);
}
