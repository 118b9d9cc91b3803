import type { JsonSchema } from "../../model/entity.ts";
import { listKind } from "../list-kind.ts";

/** Returns whether the schema of a list's items defines strings or integers rather than rows. */
const isPlain = (items: unknown): boolean => {
  const { type, properties }: JsonSchema = typeof items === "object" && items !== null ? { ...items } : {};
  return properties === undefined && (type === "string" || type === "integer");
};

/**
 * A list of values that the user enters freely: strings, dates or whole numbers. Each item is checked like a separate
 * field.
 */
export const tags = listKind({
  name: "tags",
  matches: (schema, keywords) => schema.type === "array" && isPlain(keywords.items),
});
