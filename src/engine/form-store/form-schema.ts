/**
 * Reduces a form's schema to what rjsf needs: the structure of its objects and lists. The store holds the values, and
 * the entity's check validates them.
 */
import type { Entity, Field, JsonSchema, Row } from "../model/entity.ts";
import { findObjectName, listObjectNames } from "../entity/objects.ts";
import { LeafNode, type ObjectNode } from "./nodes.ts";

/** Returns the names of the form's fields, in order. */
export const listFormFields = (entity: Entity): string[] =>
  entity.form.sections.flatMap((section) => section.rows.flat());

/** Returns the initial values of a new record or list row, taken from each field's `default`. */
export const buildDefaults = (fields: readonly Field[]): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (field.schema["default"] === undefined ? [] : [[field.name, field.schema["default"]]])),
  );

/** Rows of a form, each with the names of the fields that are rendered side by side. */
export type FormRows = readonly (readonly string[])[];

/**
 * Groups consecutive rows by the nested object that all their fields belong to. `object` is undefined for rows whose
 * fields belong to no object or to different ones. `within` is the path of the enclosing object.
 * @example
 * splitRows([["name"], ["address.city"]]) // => [{ object: undefined, rows: [["name"]] }, { object: "address", rows: [["address.city"]] }]
 */
export function splitRows(rows: FormRows, within?: string): { object: string | undefined; rows: FormRows }[] {
  const parts: { object: string | undefined; rows: (readonly string[])[] }[] = [];
  for (const row of rows) {
    const [object, ...others] = new Set(row.map((name) => findMember(name, within)));
    const own = others.length > 0 ? undefined : object;
    const last = parts.at(-1);
    if (last && last.object === own) last.rows.push(row);
    else parts.push({ object: own, rows: [row] });
  }
  return parts;
}

/** Returns the path of the object directly below `within` that contains a field, or undefined when there is none. */
const findMember = (name: string, within: string | undefined): string | undefined =>
  listObjectNames([name])[within === undefined ? 0 : within.split(".").length];

/**
 * Returns the schema for rjsf: the record's nested objects and its lists with their row limits. Single values are
 * omitted because the store holds them, so rjsf has nothing to default, compare or validate.
 */
export function buildFormSchema({ name, schema, fields, objects = [] }: Entity): JsonSchema {
  const { type, properties } = buildContainerSchema(fields);
  return {
    $id: typeof schema["$id"] === "string" ? schema["$id"] : name,
    type,
    properties: { ...properties, ...buildObjectSchemas(objects, undefined) },
  };
}

/**
 * Returns the schemas of the objects directly below the object `above`, or of the record's top-level objects when it is
 * undefined.
 */
const buildObjectSchemas = (objects: readonly string[], above: string | undefined): Record<string, JsonSchema> =>
  Object.fromEntries(
    objects
      .filter((name) => findObjectName(name) === above)
      .map((name) => [
        name.slice(name.lastIndexOf(".") + 1),
        { type: "object", properties: buildObjectSchemas(objects, name) },
      ]),
  );

const buildContainerSchema = (fields: readonly Field[]): { type: string; properties: Record<string, JsonSchema> } => ({
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

/** Returns an object's data for rjsf: only its lists, with every row reduced in the same way. */
export const buildSkeleton = (object: ObjectNode): Row =>
  Object.fromEntries(
    [...object.children()].flatMap((node) =>
      node instanceof LeafNode ? [] : [[node.field.name, node.rows.map(buildSkeleton)]],
    ),
  );
