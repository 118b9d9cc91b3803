import { findObjectName, listObjectNames } from "../entity/objects.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";

interface SchemaObject {
  name: string;
  /** Keywords of the object, by name. Only `required` is read. */
  keywords: ReadonlyMap<string, { strings(): string[] }>;
  required: boolean;
}

const getOwnName = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/**
 * Returns the JSON Schema of a record that has these fields and no others, with the fields of nested objects nested.
 * `objects` lists these objects, which state their required members.
 */
export function buildRecordSchema(fields: readonly FieldPlan[], objects: readonly SchemaObject[] = []): JsonSchema {
  const members = new Map<string, JsonSchema>();
  const write = (name: string, required: readonly string[]): JsonSchema => {
    const properties: JsonSchema = {};
    members.set(name, properties);
    return { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
  };
  const isTop = ({ name, required }: { name: string; required: boolean }) => required && !findObjectName(name);
  const record = write(
    "",
    [...fields, ...objects].filter(isTop).map(({ name }) => name),
  );
  const add = (name: string, schema: JsonSchema) => {
    const around = members.get(findObjectName(name) ?? "");
    if (around) around[getOwnName(name)] = schema;
  };
  for (const field of fields) {
    for (const name of listObjectNames([field.name])) {
      const requires =
        objects
          .find((object) => object.name === name)
          ?.keywords.get("required")
          ?.strings() ?? [];
      if (!members.has(name)) add(name, write(name, requires));
    }
    add(field.name, field.schema);
  }
  return record;
}
