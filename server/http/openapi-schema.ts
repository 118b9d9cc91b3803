/** Schemas and parameters that the OpenAPI document is built from. */
import { nestRecord, type Entity, type JsonSchema, type Row } from "@portolan/engine";
import { isRow } from "../core/row.ts";

export type Parameter = Record<string, unknown>;
/** Schema of an unrestricted string. */
export const text: JsonSchema = { type: "string" };
/** Schema of the labels of referenced records, by field and value. */
export const labels: JsonSchema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: text },
};

export const createQueryParameter = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: "query",
  schema,
  ...(description ? { description } : {}),
});

export const createRef = (entity: Entity): JsonSchema => ({ $ref: `#/components/schemas/${entity.name}` });

/** Returns the fields that the call `reveal` can unmask. */
export const listRevealable = ({ fields }: Entity): string[] =>
  fields.filter(({ reveal }) => reveal === true).map(({ name }) => name);

/** Returns the property schemas of an object schema by name. Empty for a schema without properties. */
export const listProperties = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(isRow(properties) ? properties : {}).flatMap(([name, schema]) =>
      isRow(schema) ? [[name, schema]] : [],
    ),
  );

export const isNested = ({ type, properties }: JsonSchema): boolean => type === "object" && isRow(properties);

/** Returns the properties for an update, which keeps omitted values: no property of a nested object is required. */
export const relaxProperties = (properties: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (!isNested(schema)) return [name, schema];
      const { required: _required, ...rest } = schema;
      return [name, { ...rest, properties: relaxProperties(listProperties(schema)) }];
    }),
  );

/**
 * Returns the property schemas of the named fields, nested as in the record. If given, `keywords` replace the schema of
 * every field.
 */
export function pickProperties(
  { fields, objects = [] }: Entity,
  names: readonly string[],
  keywords?: JsonSchema,
): Record<string, JsonSchema> {
  const own = (name: string) => keywords ?? fields.find((field) => field.name === name)?.schema ?? text;
  const convert = (row: Row, above: string): Record<string, JsonSchema> =>
    Object.fromEntries(
      Object.entries(row).map(([name, inner]) => {
        const path = above + name;
        if (!isRow(inner) || !objects.includes(path)) return [name, own(path)];
        return [name, { type: "object", properties: convert(inner, `${path}.`) }];
      }),
    );
  return convert(nestRecord({ objects }, Object.fromEntries(names.map((name) => [name, true]))), "");
}

export const listRequired = ({ required }: JsonSchema): string[] =>
  Array.isArray(required) ? required.map(String) : [];

/**
 * Returns the schema of a record that a client sends: without read-only fields, and without `$id`, which identifies the
 * complete record.
 */
export function buildWritableSchema({ $id: _id, ...schema }: JsonSchema): JsonSchema {
  const open = Object.fromEntries(
    Object.entries(listProperties(schema)).flatMap(([name, field]) =>
      field["readOnly"] === true ? [] : [[name, isNested(field) ? buildWritableSchema(field) : field]],
    ),
  );
  const { required: _required, ...rest } = schema;
  const required = listRequired(schema).filter((name) => name in open);
  return { ...rest, properties: open, ...(required.length > 0 ? { required } : {}) };
}

/**
 * Returns the schema of the body that creates a record. Instead of the key of an inline reference, the body may have the
 * values that the record copies from it.
 */
export function buildCreationSchema(entity: Entity): JsonSchema {
  const schema = buildWritableSchema(entity.schema);
  const inline = entity.fields.filter(({ ref }) => ref?.inline);
  if (inline.length === 0) return schema;
  const copies = inline.flatMap(({ ref }) => Object.keys(ref?.copies ?? {}));
  const open = pickProperties(entity, copies);
  const writable = Object.entries(open).map(([name, { readOnly: _readOnly, ...field }]) => [name, field]);
  return {
    ...schema,
    properties: { ...listProperties(schema), ...Object.fromEntries(writable) },
    required: listRequired(schema).filter((name) => !inline.some((field) => field.name === name)),
  };
}
