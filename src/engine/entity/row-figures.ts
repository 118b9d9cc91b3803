/**
 * Computes row values that depend only on their row and on entered values of the record. Results are cached by frozen
 * row, so that a key press in a list of 500 rows recomputes only the row that changed.
 */
import { isObject } from "../base/guards.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import { evaluate, UNKNOWN } from "../rules/evaluate.ts";
import type { Logic } from "./core.ts";
import { buildKindContext } from "./values.ts";

/** A row with its computed values, as JSON and as rule values. */
interface ComputedRow {
  logic: Logic;
  /** Values outside the row that the result depends on, as JSON. */
  recordKey: string;
  row: Row;
  values: Row;
}
const computedRows = new WeakMap<object, ComputedRow>();

/** The rows of a list as JSON and as rule values. */
export interface Rows {
  rows: readonly unknown[];
  values: readonly unknown[];
}

/** The enclosing record or row of a list, as JSON and as rule values. */
interface Around {
  record: Row;
  self: Row;
}

/** Returns the rows with their computed values. A row whose values are up to date stays the same object. */
export function computeRows(entity: Entity, logic: Logic, { rows, values }: Rows, around: Around): Rows {
  const recordKey = JSON.stringify([...logic.currencies, ...logic.recordInputs].map((name) => around.record[name]));
  const done = rows.map((row, index) => {
    const held = values[index];
    if (!isObject(row) || !isObject(held)) return { row, values: held };
    const before = computedRows.get(row);
    if (before?.logic === logic && before.recordKey === recordKey) return before;
    const own: ComputedRow = { logic, recordKey, ...computeRow(entity, logic, { row, values: { ...held } }, around) };
    if (Object.isFrozen(row)) computedRows.set(row, own);
    return own;
  });
  return { rows: done.map(({ row }) => row), values: done.map((item) => item.values) };
}

function computeRow(
  entity: Entity,
  logic: Logic,
  own: { row: Row; values: Row },
  { record, self }: Around,
): { row: Row; values: Row } {
  const { values } = own;
  const around = { ...record, ...own.row };
  const computed: Row = {};
  for (const { field, expression } of logic.figures) {
    const value = computeField(entity, field, evaluate(expression, { row: values, self }), around);
    computed[field.name] = value.json;
    if (value.json !== undefined) values[field.name] = value.rule;
  }
  for (const [name, inner] of logic.lists) {
    const [rows, held] = [own.row[name], values[name]];
    if (!hasComputed(inner) || !Array.isArray(rows) || !Array.isArray(held)) continue;
    const done = computeRows(entity, inner, { rows, values: held }, { record: around, self });
    values[name] = done.values;
    computed[name] = done.rows;
  }
  const { row } = own;
  if (Object.entries(computed).every(([name, value]) => isSame(row[name], value))) return { row, values };
  const now = Object.entries({ ...row, ...computed }).filter(([, value]) => value !== undefined);
  return { row: Object.fromEntries(now), values };
}

const isSame = (left: unknown, right: unknown): boolean =>
  left === right ||
  (Array.isArray(left) &&
    Array.isArray(right) &&
    left.length === right.length &&
    left.every((item, index) => item === right[index]));

/** Returns whether rows, or rows nested in them, have computed fields. */
export const hasComputed = ({ computed, lists }: Logic): boolean =>
  computed.size > 0 || [...lists.values()].some(hasComputed);

/**
 * Converts the result of an expression to the field's value, for example rounded to the minor units of its currency.
 * Returns an empty object for an unknown result.
 */
export function computeField(
  entity: Entity,
  field: Field,
  fresh: unknown,
  record: Row,
): { json?: unknown; rule?: unknown } {
  if (fresh === UNKNOWN) return {};
  const json: unknown = field.kind.fromRule(
    fresh,
    buildKindContext(entity, field, entity.dialect.languages[0], record),
  );
  return { json, rule: field.kind.toRule(json) ?? UNKNOWN };
}
