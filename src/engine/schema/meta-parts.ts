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
export const buildMap = (schema: JsonSchema | false, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  additionalProperties: schema,
  ...more,
});
export const buildArray = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items: schema,
  ...more,
});
/** Returns the schema of a list with at least one item. */
export const buildList = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema =>
  buildArray(schema, { minItems: 1, ...more });
/** A string that is not empty. */
export const nonEmpty = { type: "string", minLength: 1 };

const buildRef = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
/** References to the definitions of the meta-schemas, see `compile/meta.ts`. */
export const refs = {
  cel: buildRef("cel"),
  code: buildRef("code"),
  condition: buildRef("condition"),
  conditional: buildRef("conditional"),
  field: buildRef("field"),
  fieldMap: buildRef("fieldMap"),
  http: buildRef("http"),
  items: buildRef("items"),
  name: buildRef("name"),
  names: buildRef("names"),
  path: buildRef("path"),
  paths: buildRef("paths"),
  text: buildRef("text"),
  way: buildRef("way"),
  request: buildRef("request"),
  response: buildRef("response"),
} as const;
