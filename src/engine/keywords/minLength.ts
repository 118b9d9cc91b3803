import { defineKeyword } from "../schema/keyword.ts";

/** `minLength`: minimum number of characters. */
export const minLength = defineKeyword({
  name: "minLength",
  on: ["field"],
  types: ["string"],
  schema: { type: "integer", minimum: 0 },
  standard: true,
  doc: {
    zh: "最少字数。",
    en: "Least number of characters.",
  },
  examples: {
    good: [{ value: 2 }],
    bad: [
      { value: "2", rule: "bad-value" },
      { value: -1, rule: "bad-value" },
      { value: 2, with: { type: "integer" }, rule: "wrong-type" },
    ],
  },
});
