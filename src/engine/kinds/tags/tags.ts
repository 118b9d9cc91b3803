import type { JsonSchema } from "../../model/entity.ts";
import { listKind } from "../list-kind.ts";

/** Returns whether the items of a list are plain values. */
const isPlain = (items: unknown): boolean => {
  const { type, properties }: JsonSchema = typeof items === "object" && items !== null ? { ...items } : {};
  return properties === undefined && (type === "string" || type === "integer");
};

/** Several values of the user's own: words, dates, whole numbers. Their items are checked as their own field would be. */
export const tags = listKind({
  name: "tags",
  matches: (schema, words) => schema.type === "array" && isPlain(words.items),
});
