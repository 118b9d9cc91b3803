import { listKind } from "../list-kind.ts";

/** A list of distinct values, each of which is one of the options in the schema. */
export const choices = listKind({
  name: "choices",
  schema: { type: "array", uniqueItems: true },
  matches: ({ type }, { items, "x-options": options }) =>
    type === "array" && (options !== undefined || (typeof items === "object" && items !== null && "enum" in items)),
});
