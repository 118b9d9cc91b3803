import { stringKind } from "../shared.ts";

/** A password or code that nobody reads back. Taken exactly as typed: spaces count, nothing is trimmed. */
export const secret = stringKind({
  name: "secret",
  matches: (schema, words) =>
    schema.type === "string" && (words["x-digest"] !== undefined || schema.format === "password"),
  clean: (value) => value,
  text: (value) => (value ? "••••••••" : ""),
  edit: (value) => value,
  cell: () => ({ type: "empty" }),
  examples: ["correct horse battery", "九月的海图 2026"],
  filler: "x",
});
