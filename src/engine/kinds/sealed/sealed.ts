import { createStringKind } from "../shared.ts";

/** A secret that is stored encrypted and never leaves the server, such as a partner's key. Kept exactly as typed. */
export const sealed = createStringKind({
  name: "sealed",
  matches: (schema, keywords) =>
    schema.type === "string" && keywords["x-sealed"] === true && keywords["x-digest"] === undefined,
  clean: (value) => value,
  text: (value) => (value ? "••••••••" : ""),
  edit: (value) => value,
  cell: () => ({ type: "empty" }),
  examples: ["sk_live_51Hx9Q", "b7c1-04 β"],
  filler: "x",
});
