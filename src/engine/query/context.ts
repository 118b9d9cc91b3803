/** What is known of a field's values without a record of its own. */
import type { Entity, Field } from "../model/entity.ts";

/** Whether words such as `last7d` mean something for the field. */
export function isDay(field: Field): boolean {
  return field.kind.column === "date" || field.kind.column === "timestamptz";
}

/** The values that a field can have at all, in order, where they are known without asking: fixed options or states. */
export function fixedValues(entity: Entity, field: Field): string[] | undefined {
  if (entity.lifecycle?.field === field.name) return entity.lifecycle.states.map((state) => state.name);
  return field.options && "values" in field.options ? field.options.values.map((option) => option.value) : undefined;
}
