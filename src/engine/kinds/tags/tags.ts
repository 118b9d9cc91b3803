import type { JsonSchema } from "../../model/entity.ts";
import { listKind } from "../list-kind.ts";

/** Returns whether the items of a list are plain values. */
const isPlain = (items: unknown): boolean => {
  const { type, properties }: JsonSchema = typeof items === "object" && items !== null ? { ...items } : {};
  return properties === undefined && (type === "string" || type === "integer");
};

/** Several user-defined values: words, dates, whole numbers. Items are checked like a field of their own. */
export const tags = listKind({
  name: "tags",
  matches: (schema, words) => schema.type === "array" && isPlain(words.items),
});
