/** What a form lays out, and what rjsf gets of a list. */
import type { Entity, Field, JsonSchema, Row } from "../model/entity.ts";

/** Names of the fields that stand in the form, in its order. */
export const laidOut = (entity: Entity): string[] => entity.form.sections.flatMap((section) => section.rows.flat());

/** What a new record, or a new row of a list, opens with: the values of `default`. */
export const defaultsOf = (fields: readonly Field[]): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (field.schema["default"] === undefined ? [] : [[field.name, field.schema["default"]]])),
  );

/** Rows and how many there may be: values live in the store, so rjsf has nothing of a row to resolve, default or compare. */
export function listSchema(field: Field): JsonSchema {
  const { minItems, maxItems } = field.schema as { minItems?: number; maxItems?: number };
  return {
    type: "array",
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: { type: "object", properties: {} },
  };
}
