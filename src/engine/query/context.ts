/** Facts about a field's values that need no record. */
import type { Entity, Field } from "../model/entity.ts";

/** True for date and time fields, which accept relative spans such as `last7d`. */
export function isDay(field: Field): boolean {
  return field.kind.column === "date" || field.kind.column === "timestamptz";
}

/**
 * Returns the possible values of a field, in order: its states or fixed options. Undefined for other fields.
 * @example
 * const states = listFixedValues(entity, field) ?? [];
 */
export function listFixedValues(entity: Entity, field: Field): string[] | undefined {
  if (entity.lifecycle?.field === field.name) return entity.lifecycle.states.map((state) => state.name);
  return field.options && "values" in field.options ? field.options.values.map((option) => option.value) : undefined;
}
