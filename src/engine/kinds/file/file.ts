import { createStringKind } from "../shared.ts";

/** An uploaded file, by its id. Name, size and type belong to the upload, not to the record. */
export const file = createStringKind({
  name: "file",
  matches: (schema, words) => schema.type === "string" && words["x-file"] !== undefined,
  filter: "is",
  examples: ["f_01JD2Q8Z4N7V"],
});
