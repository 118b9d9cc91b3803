/** Building blocks of the meta-schemas. */
import type { JsonSchema } from "../model/entity.ts";

/** Returns the schema of an object that allows no other properties. `more` adds keywords. */
export const buildObject = (properties: JsonSchema, required: string[] = [], more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  ...(required.length > 0 ? { required } : {}),
  properties,
  additionalProperties: false,
  ...more,
});
/** Returns the schema of an object whose members share a schema. */
export const buildMap = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  additionalProperties: schema,
  ...more,
});
export const buildArray = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items: schema,
  ...more,
});
/** Returns a reference to a definition of the meta-schema. */
export const buildRef = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
export const text = { type: "string", minLength: 1 };
