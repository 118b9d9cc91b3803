import { defineKeyword } from "../schema/keyword.ts";

/** `maximum`: inclusive upper bound of an integer. */
export const maximum = defineKeyword({
  name: "maximum",
  on: ["field"],
  types: ["integer"],
  schema: { type: "integer" },
  standard: true,
  doc: {
    zh: "整数的最大值，含本身。",
    en: "Greatest whole number, inclusive.",
  },
  examples: {
    good: [{ value: 1, with: { type: "integer" } }],
    bad: [
      { value: "1", with: { type: "integer" }, rule: "bad-value" },
      { value: 1, rule: "wrong-type" },
    ],
  },
});
