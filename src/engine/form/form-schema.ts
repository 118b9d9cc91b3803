/** What rjsf gets of an entity: the fields of its form without texts and conditions, and the layout as a uiSchema. */
import type { Entity, Field, JsonSchema, Row } from "../entity/entity.ts";

/** Names of the fields that stand in the form, in its order. */
export const laidOut = (entity: Entity): string[] => entity.form.sections.flatMap((section) => section.rows.flat());

export interface RjsfForm {
  schema: JsonSchema;
  uiSchema: Record<string, unknown>;
}

/** The schema and uiSchema of an entity's form. */
export function formSchema(entity: Entity): RjsfForm {
  const names = new Set(laidOut(entity));
  const fields = entity.fields.filter((field) => names.has(field.name));
  return {
    schema: { type: "object", properties: Object.fromEntries(fields.map((field) => [field.name, shape(field)])) },
    uiSchema: { "ui:options": { sections: entity.form.sections } },
  };
}

/** Containers only: values live in the store, so a leaf has nothing for rjsf to resolve, default or compare. */
function shape(field: Field): JsonSchema {
  if (!field.items) return { type: field.schema.type ?? "string" };
  const { minItems, maxItems } = field.schema as { minItems?: number; maxItems?: number };
  return {
    type: "array",
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: { type: "object", properties: Object.fromEntries(field.items.map((item) => [item.name, shape(item)])) },
  };
}

/** Containers and rows of the data, empty: all that rjsf may know of the values. */
export function skeleton(fields: readonly Field[], values: Row): Row {
  const row: Row = {};
  for (const field of fields) {
    const rows = field.items && Array.isArray(values[field.name]) ? (values[field.name] as Row[]) : undefined;
    if (field.items && rows) row[field.name] = rows.map((item) => skeleton(field.items ?? [], item));
  }
  return row;
}
