/**
 * Reduces a form to what rjsf needs: its structure, without limits, texts or values, which the store and the check
 * handle.
 */
import type { Entity, Field, JsonSchema, Row } from "../model/entity.ts";
import { LeafNode, type ObjectNode } from "./nodes.ts";

/** Returns the names of the form's fields, in order. */
export const listFormFields = (entity: Entity): string[] =>
  entity.form.sections.flatMap((section) => section.rows.flat());

/** Returns the initial values of a new record or list row, taken from each field's `default`. */
export const buildDefaults = (fields: readonly Field[]): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (field.schema["default"] === undefined ? [] : [[field.name, field.schema["default"]]])),
  );

/**
 * Returns the schema for rjsf: the record's lists and their row limits. Single values live in the store, and no keyword
 * puts them into a branch, so rjsf has nothing to default, compare or validate.
 */
export function buildFormSchema({ name, schema, fields }: Entity): JsonSchema {
  return { $id: typeof schema["$id"] === "string" ? schema["$id"] : name, ...buildContainerSchema(fields) };
}

const buildContainerSchema = (fields: readonly Field[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    fields.flatMap((field) => (field.items ? [[field.name, listSchema(field, field.items)]] : [])),
  ),
});

function listSchema({ schema: { minItems, maxItems } }: Field, items: readonly Field[]): JsonSchema {
  return {
    type: "array",
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: buildContainerSchema(items),
  };
}

/** Returns the data that rjsf holds for an object: its lists, each row as a nested skeleton. */
export const buildSkeleton = (object: ObjectNode): Row =>
  Object.fromEntries(
    [...object.children()].flatMap((node) =>
      node instanceof LeafNode ? [] : [[node.field.name, node.rows.map(buildSkeleton)]],
    ),
  );
