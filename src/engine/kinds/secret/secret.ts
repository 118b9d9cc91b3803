import { createStringKind } from "../shared.ts";

/** A password or code that is never displayed again. The text is kept exactly as typed, including spaces. */
export const secret = createStringKind({
  name: "secret",
  matches: (schema, keywords) =>
    schema.type === "string" && (keywords["x-digest"] !== undefined || schema.format === "password"),
  clean: (value) => value,
  text: (value) => (value ? "••••••••" : ""),
  edit: (value) => value,
  cell: () => ({ type: "empty" }),
  examples: ["correct horse battery", "九月的海图 2026"],
  filler: "x",
});
