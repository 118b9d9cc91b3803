import type { Entity, Field } from "../model/entity.ts";

/** Returns whether the field is a date or instant, which supports relative ranges such as `last7d`. */
export function isDay(field: Field): boolean {
  return field.kind.column === "date" || field.kind.column === "timestamptz";
}

/**
 * Returns the fixed values of a field in order: its states or options. Undefined for other fields.
 * @example
 * const states = listFixedValues(entity, field) ?? [];
 */
export function listFixedValues(entity: Entity, field: Field): string[] | undefined {
  if (entity.lifecycle?.field === field.name) return entity.lifecycle.states.map((state) => state.name);
  return field.options && "values" in field.options ? field.options.values.map((option) => option.value) : undefined;
}
