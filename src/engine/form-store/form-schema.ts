/**
 * Reduces a form to what rjsf needs: its structure, without limits, texts or values, which the store and the check
 * handle.
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

/** Rows of fields, by their names. */
export type FormRows = readonly (readonly string[])[];

/**
 * Splits rows into those of one nested object and others. `within`: the object that all of them are in.
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

/** Returns the object that a field is in, among those right below `within`; undefined where it is in none. */
const findMember = (name: string, within: string | undefined): string | undefined =>
  listObjectNames([name])[within === undefined ? 0 : within.split(".").length];

/**
 * Returns the schema for rjsf: the record's nested objects, its lists and their row limits. Single values live in the
 * store, and no keyword puts them into a branch, so rjsf has nothing to default, compare or validate.
 */
export function buildFormSchema({ name, schema, fields, objects = [] }: Entity): JsonSchema {
  const { type, properties } = buildContainerSchema(fields);
  return {
    $id: typeof schema["$id"] === "string" ? schema["$id"] : name,
    type,
    properties: { ...properties, ...buildObjectSchemas(objects, undefined) },
  };
}

/** Returns the schemas of the objects right below another, or of those of the record. */
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

/** Returns the data that rjsf holds for an object: its lists, each row as a nested skeleton. */
export const buildSkeleton = (object: ObjectNode): Row =>
  Object.fromEntries(
    [...object.children()].flatMap((node) =>
      node instanceof LeafNode ? [] : [[node.field.name, node.rows.map(buildSkeleton)]],
    ),
  );
