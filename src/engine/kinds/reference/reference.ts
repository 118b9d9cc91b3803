import { createStringKind } from "../shared.ts";

/** Another record, by its key. Its label comes from that record (`x-ref`), so this kind shows only the key. */
export const reference = createStringKind({
  name: "reference",
  matches: (schema, words) => schema.type === "string" && words["x-ref"] !== undefined,
  filter: "is",
  width: 200,
  minWidth: 112,
  examples: ["BA000001"],
});
