import type { Entity, Field, JsonSchema, Row } from "../model/entity.ts";

/** Returns the names of the form's fields, in order. */
export const formFieldNames = (entity: Entity): string[] =>
  entity.form.sections.flatMap((section) => section.rows.flat());

/** Returns the initial values of a new record or list row: each field's `default`. */
export const defaultsOf = (fields: readonly Field[]): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (field.schema["default"] === undefined ? [] : [[field.name, field.schema["default"]]])),
  );

/**
 * Returns the schema that rjsf gets for a list: row limits only. Values live in the store, so rjsf has nothing of a row
 * to resolve, default or compare.
 */
export function listSchema(field: Field): JsonSchema {
  const { minItems, maxItems } = field.schema;
  return {
    type: "array",
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: { type: "object", properties: {} },
  };
}
