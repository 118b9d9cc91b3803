import {
  Decimal,
  evaluate,
  kindContext,
  recordScope,
  UNKNOWN,
  type Entity,
  type Expression,
  type Field,
  type Row,
  type Scope,
} from "../../src/engine/index.ts";

/** Facts by context name, as they travel: decimals as strings. */
export type Facts = Record<string, unknown>;

/** Scope of a lifecycle's expressions: the record, the facts, what the event brought, and its moment (`event.at`, ms of the product's clock). */
export function eventScope(entity: Entity, record: Row, facts: Scope, input: Row, at: number): Scope {
  const known = entity.fields.filter((field) => field.name in input);
  const event = { ...input, ...recordScope(known, input), at: new Date(at).toISOString() };
  return { ...facts, self: recordScope(entity.fields, record), event };
}

/** Scope of an expression over the record alone: what the event itself brings is unknown. */
export const storedScope = (entity: Entity, record: Row): Scope => ({ self: recordScope(entity.fields, record) });

/** An amount from a rule. Throws when it is unknown: money that cannot be computed must not be guessed. */
export function amountOf(expression: Expression, scope: Scope): Decimal {
  const value = evaluate(expression, scope);
  if (value instanceof Decimal) return value;
  if (typeof value === "bigint") return Decimal.of(value);
  throw new Error(`the amount ${expression.source} is unknown`);
}

/** Values of `set` expressions as JSON; one that is unknown (an event without that part) leaves its field alone. */
export function assignedValues(entity: Entity, set: Record<string, Expression>, scope: Scope, record: Row): Row {
  const values: Row = {};
  for (const [name, expression] of Object.entries(set)) {
    const value = evaluate(expression, scope);
    if (value === UNKNOWN) continue;
    const field = entity.field(name);
    values[name] = field.kind.fromRule(value, kindContext(entity, field, "zh", record));
  }
  return values;
}

/** Times that the entity shows, under the names that the schemas use for them. */
export const timestamps = (entity: Entity, at: number, names: readonly ("createdAt" | "updatedAt")[]): Row =>
  Object.fromEntries(
    names
      .filter((name) => entity.fields.some((field) => field.name === name))
      .map((name) => [name, new Date(at).toISOString()]),
  );

/** Whether two values of a field are the same figure: `2010` and `2010.00` are. */
export function sameFigure(field: Field, left: unknown, right: unknown): boolean {
  const [a, b] = [left, right].map((value) => field.kind.toRule(value));
  return a instanceof Decimal && b instanceof Decimal ? a.eq(b) : left === right;
}
