import {
  Decimal,
  evaluate,
  formatMessage,
  buildKindContext,
  buildRecordScope,
  UNKNOWN,
  type Entity,
  type Expression,
  type Field,
  type Lang,
  type Row,
  type Scope,
} from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { isRow } from "../core/row.ts";

/** Facts by context name in JSON form: decimals are strings. */
export type Facts = Record<string, unknown>;

/** Returns the entity's lifecycle. @throws Error for an entity without one */
export function requireLifecycle({ name, lifecycle }: Entity): NonNullable<Entity["lifecycle"]> {
  if (!lifecycle) throw new Error(`${name} has no lifecycle: declare x-lifecycle in its schema`);
  return lifecycle;
}

/** The record, the facts, the event's input, and its time in milliseconds of the product's clock. */
interface EventValues {
  record: Row;
  facts: Scope;
  input: Row;
  at: number;
}

/** Builds the scope of a lifecycle's expressions: `self`, the facts, and `event` with the input and `event.at`. */
export function buildEventScope(entity: Entity, { record, facts, input, at }: EventValues): Scope {
  const known = entity.fields.filter((field) => field.name in input);
  const event = { ...input, ...buildRecordScope(known, input), at: new Date(at).toISOString() };
  return { ...facts, self: buildRecordScope(entity.fields, record), event };
}

/** Builds the scope of an expression that reads only the stored record. The event's input is unknown. */
export const buildStoredScope = (entity: Entity, record: Row): Scope => ({
  self: buildRecordScope(entity.fields, record),
});

/** Where expressions of an event are evaluated: the entity, its scope, and the language of a refusal. */
export interface Evaluation {
  entity: Entity;
  scope: Scope;
  lang: Lang;
}

/**
 * Evaluates an amount.
 *
 * @throws as `refuseUnknown` when it is unknown, because an amount that cannot be computed must not be guessed
 */
export function evaluateAmount(expression: Expression, evaluation: Evaluation): Decimal {
  const value = evaluate(expression, evaluation.scope);
  if (value instanceof Decimal) return value;
  if (typeof value === "bigint") return Decimal.of(value);
  throw refuseUnknown(expression, evaluation);
}

/**
 * Evaluates a text, such as the number of a record.
 *
 * @throws as `refuseUnknown` when it is unknown or empty
 */
export function evaluateText(expression: Expression, evaluation: Evaluation): string {
  const value = evaluate(expression, evaluation.scope);
  if (typeof value === "string" && value !== "") return value;
  throw refuseUnknown(expression, evaluation);
}

/**
 * Returns the refusal of an event that needs an expression without a value: Failure `invalid` with the field that has
 * none, or an Error for an expression that reads no field.
 */
function refuseUnknown(expression: Expression, { entity, scope, lang }: Evaluation): Error {
  const field = findAbsentField(entity, expression, scope) ?? listReadFields(entity, expression)[0];
  if (!field) return new Error(`the value of ${expression.source} is unknown`);
  const params = {};
  const message = formatMessage(entity, { field, code: "required", params }, lang);
  return new Failure("invalid", {}, [{ at: field.at, code: "required", params, message }]);
}

/** Returns the first field without a value that an expression reads, also through computed fields. */
function findAbsentField(entity: Entity, expression: Expression, scope: Scope): Field | undefined {
  const { self, event } = scope;
  const isAbsent = ({ name }: Field) =>
    [self, event].every((values) => !isRow(values) || values[name] === undefined || values[name] === UNKNOWN);
  for (const field of listReadFields(entity, expression)) {
    const inner = field.compute && findAbsentField(entity, field.compute, scope);
    if (inner) return inner;
    if (isAbsent(field)) return field;
  }
  return undefined;
}

/** Returns the fields of the record and of the event's input that an expression reads. */
const listReadFields = (entity: Entity, { reads }: Expression): Field[] =>
  reads.flatMap((path) => {
    const [root = "", ...names] = path.split(".");
    const field = entity.fields.find(({ name }) => name === names.join("."));
    return field && (root === "self" || root === "event") ? [field] : [];
  });

/** Evaluates `set` expressions to JSON values. Omits unknown values, which leaves their fields unchanged. */
export function computeAssignedValues(entity: Entity, set: Record<string, Expression>, scope: Scope, record: Row): Row {
  const values: Row = {};
  for (const [name, expression] of Object.entries(set)) {
    const value = evaluate(expression, scope);
    if (value === UNKNOWN) continue;
    const field = entity.field(name);
    values[name] = field.kind.fromRule(value, buildKindContext(entity, field, entity.dialect.languages[0], record));
  }
  return values;
}

/** Returns those of the named timestamps that the entity has a field for, each set to `at`. */
export const buildTimestamps = (entity: Entity, at: number, names: readonly ("createdAt" | "updatedAt")[]): Row =>
  Object.fromEntries(
    names
      .filter((name) => entity.fields.some((field) => field.name === name))
      .map((name) => [name, new Date(at).toISOString()]),
  );

/** Returns whether two values of a field are equal. Numbers are compared as such: `2010` equals `2010.00`. */
export function isSameFigure(field: Field, left: unknown, right: unknown): boolean {
  const [a, b] = [left, right].map((value) => field.kind.toRule(value));
  return a instanceof Decimal && b instanceof Decimal ? a.eq(b) : left === right;
}
