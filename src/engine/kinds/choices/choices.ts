import { listKind } from "../list-kind.ts";

/** Several of the values that the schema offers, each once. */
export const choices = listKind({
  name: "choices",
  schema: { type: "array", uniqueItems: true },
  matches: ({ type }, { items, "x-options": options }) =>
    type === "array" && (options !== undefined || (typeof items === "object" && items !== null && "enum" in items)),
});
