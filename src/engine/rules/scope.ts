/** Converts fields to rule types, and records to values of these types. */
import type { Field, FieldPlan, Row } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";
import { isObject, UNKNOWN } from "./operators.ts";
import type { ObjectType, RuleType } from "./types.ts";

/**
 * Returns the type of a record with these fields, those of nested objects included. `kindNamed` looks up kinds by name.
 */
export function buildRecordType(
  fields: readonly FieldPlan[],
  kindNamed: (name: string) => Pick<Kind, "celType">,
): RuleType {
  const typeOf = (field: FieldPlan): RuleType => {
    if (field.items) return { list: buildRecordType(field.items, kindNamed) };
    if (field.item) return { list: typeOf(field.item) };
    const type = kindNamed(field.kind).celType;
    return type === "string" && field.options && "values" in field.options
      ? { values: field.options.values.map((option) => option.value) }
      : type;
  };
  const record: Record<string, RuleType> = {};
  for (const field of fields) {
    const steps = field.name.split(".");
    const own = steps.pop() ?? "";
    steps.reduce(enterObject, record)[own] = typeOf(field);
  }
  return { record };
}

/** Returns the types of the members of a nested object. Adds the object if it does not exist. */
function enterObject(members: Record<string, RuleType>, name: string): Record<string, RuleType> {
  const known = members[name];
  if (typeof known === "object" && "isObject" in known) return known.record;
  const added: ObjectType = { record: {}, isObject: true };
  members[name] = added;
  return added.record;
}

/**
 * Returns the value of a field that was not filled in: a box that was not ticked is false, or its default. Undefined for
 * fields of other kinds, which are unknown then, and for computed fields.
 */
export const readUntouched = ({ kind, compute, schema }: Field): boolean | undefined =>
  kind.celType === "bool" && !compute ? (kind.emptyValue?.({ schema }) ?? false) : undefined;

/**
 * Returns a record's values in rule types, without absent ones, except that absent booleans are false. Malformed values become UNKNOWN, which makes rules that
 * read them pass.
 * @example
 * const scope = buildRecordScope(entity.fields, row);
 */
export function buildRecordScope(fields: readonly Field[], record: Row): Record<string, unknown> {
  const scope: Record<string, unknown> = {};
  for (const field of fields) {
    const given = record[field.name];
    const value = given === undefined || given === null || given === "" ? readUntouched(field) : given;
    if (value === undefined) continue;
    scope[field.name] = toRule(field, value) ?? UNKNOWN;
  }
  return scope;
}

function toRule({ items, item, kind }: Field, value: unknown): unknown {
  if (item && Array.isArray(value)) return value.map((entry: unknown) => item.kind.toRule(entry) ?? UNKNOWN);
  if (!items) return kind.toRule(value);
  if (!Array.isArray(value)) return undefined;
  return value.map((row: unknown) => (isObject(row) ? buildRowScope(items, row) : UNKNOWN));
}

/** Caches the values of frozen rows, so that a form with 500 rows converts only the row that changed. */
const cache = new WeakMap<object, { items: readonly Field[]; scope: Record<string, unknown> }>();

function buildRowScope(items: readonly Field[], row: Row): Record<string, unknown> {
  if (!Object.isFrozen(row)) return buildRecordScope(items, row);
  const before = cache.get(row);
  if (before?.items === items) return before.scope;
  const scope = buildRecordScope(items, row);
  cache.set(row, { items, scope });
  return scope;
}
