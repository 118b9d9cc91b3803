import { createStringKind } from "../shared.ts";

/** An uploaded file by its id. Its name, size and type are stored with the upload, not in the record. */
export const file = createStringKind({
  name: "file",
  matches: (schema, keywords) => schema.type === "string" && keywords["x-file"] !== undefined,
  filter: "is",
  examples: ["f_01JD2Q8Z4N7V"],
});
