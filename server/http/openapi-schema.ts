/** Schemas and parameters that the OpenAPI document is built from. */
import type { Entity, JsonSchema } from "../../src/engine/index.ts";
import { isRow } from "../core/row.ts";

/** A parameter object of OpenAPI. */
export type Parameter = Record<string, unknown>;
/** Schema of any text. */
export const text: JsonSchema = { type: "string" };
/** Schema of the labels of referenced records: by field, by value. */
export const labels: JsonSchema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: text },
};

/** Returns a parameter of the query string. */
export const query = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: "query",
  schema,
  ...(description ? { description } : {}),
});

/** Returns a reference to the entity's schema. */
export const createRef = (entity: Entity): JsonSchema => ({ $ref: `#/components/schemas/${entity.name}` });

/** Returns the fields that the call `reveal` unmasks. */
export const listRevealable = ({ fields }: Entity): string[] =>
  fields.filter(({ reveal }) => reveal === true).map(({ name }) => name);

/** Returns the schemas of an object's properties by name; empty for a schema without any. */
export const listProperties = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(isRow(properties) ? properties : {}).flatMap(([name, schema]) =>
      isRow(schema) ? [[name, schema]] : [],
    ),
  );

/** Returns the names that a schema requires. */
export const listRequired = ({ required }: JsonSchema): string[] =>
  Array.isArray(required) ? required.map(String) : [];

/** Returns what a client may send of a schema: no read-only fields, and no `$id`, which is the whole record's. */
export function buildWritableSchema({ $id: _id, ...schema }: JsonSchema): JsonSchema {
  const open = Object.fromEntries(
    Object.entries(listProperties(schema)).filter(([, field]) => field["readOnly"] !== true),
  );
  const required = listRequired(schema).filter((name) => name in open);
  return { ...schema, properties: open, ...(required.length > 0 ? { required } : {}) };
}
