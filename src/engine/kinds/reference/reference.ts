import { createStringKind } from "../shared.ts";

/**
 * A reference to another record by key. The label comes from that record (`x-ref`), so this kind displays only the key.
 */
export const reference = createStringKind({
  name: "reference",
  matches: (schema, keywords) => schema.type === "string" && keywords["x-ref"] !== undefined,
  filter: "is",
  width: 200,
  minWidth: 112,
  examples: ["BA000001"],
});
