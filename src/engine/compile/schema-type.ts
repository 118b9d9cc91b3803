/** Converts JSON Schema to TypeScript types. */
import type { JsonSchema } from "../model/entity.ts";

/** Returns the type name of an entity or a call: `bankAccount` -> `BankAccount`. */
export const toPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
/** Returns the union of literal types: `"a" | "b"`. */
export const writeUnion = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(" | ");

/**
 * Returns the type of a schema: that named by `x-record`, literal types for `enum` and `const`, otherwise that of
 * `type`. An object without `properties` becomes a `Record`, and a schema with none of these becomes `unknown`.
 */
export function writeSchemaType(schema: JsonSchema): string {
  if (typeof schema["x-record"] === "string") return toPascalCase(schema["x-record"]);
  if (Array.isArray(schema["enum"])) return writeUnion(schema["enum"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  switch (schema["type"]) {
    case "array": {
      const { prefixItems } = schema;
      if (Array.isArray(prefixItems))
        return `readonly [${prefixItems.map((prefixItem: unknown) => (isSchema(prefixItem) ? writeSchemaType(prefixItem) : "unknown")).join(", ")}]`;
      const items = isSchema(schema["items"]) ? writeSchemaType(schema["items"]) : "unknown";
      return /^[\w{[][^| ]*$|^\{[^|]*\}$/.test(items) ? `readonly ${items}[]` : `readonly (${items})[]`;
    }
    case "integer":
      return "number";
    case "object":
      return writeObjectType(schema);
    case "string":
    case "boolean":
    case "null":
      return schema["type"];
    default:
      return "unknown";
  }
}

function writeObjectType({ properties, required, additionalProperties }: JsonSchema): string {
  if (!isSchema(properties))
    return `Record<string, ${isSchema(additionalProperties) ? writeSchemaType(additionalProperties) : "unknown"}>`;
  const present = new Set<unknown>(Array.isArray(required) ? required : []);
  const members = Object.entries(properties).map(
    ([name, item]) => `${name}${present.has(name) ? "" : "?"}: ${isSchema(item) ? writeSchemaType(item) : "unknown"}`,
  );
  return members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;
}

/** Returns whether a value is a schema object, as opposed to a boolean schema. */
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
