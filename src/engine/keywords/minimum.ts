import { defineKeyword } from "../schema/keyword.ts";

/** `minimum`: inclusive lower bound of an integer. */
export const minimum = defineKeyword({
  name: "minimum",
  on: ["field"],
  types: ["integer"],
  schema: { type: "integer" },
  standard: true,
  doc: {
    zh: "整数的最小值，含本身。",
    en: "Least whole number, inclusive.",
  },
  examples: {
    good: [{ value: 1, with: { type: "integer" } }],
    bad: [
      { value: "1", with: { type: "integer" }, rule: "bad-value" },
      { value: 1, rule: "wrong-type" },
    ],
  },
});
