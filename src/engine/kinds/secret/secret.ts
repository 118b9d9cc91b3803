import { createStringKind } from "../shared.ts";

/** A password or code that is never shown again. Keeps the text exactly as typed, spaces included. */
export const secret = createStringKind({
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
