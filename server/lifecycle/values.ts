import {
  Decimal,
  evaluate,
  buildKindContext,
  buildRecordScope,
  UNKNOWN,
  type Entity,
  type Expression,
  type Field,
  type Row,
  type Scope,
} from "../../src/engine/index.ts";

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

/**
 * Evaluates an amount.
 *
 * @throws Error when it is unknown, because an amount that cannot be computed must not be guessed
 */
export function evaluateAmount(expression: Expression, scope: Scope): Decimal {
  const value = evaluate(expression, scope);
  if (value instanceof Decimal) return value;
  if (typeof value === "bigint") return Decimal.of(value);
  throw new Error(`the amount ${expression.source} is unknown`);
}

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
