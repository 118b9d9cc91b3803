import { defineKeyword } from "../schema/keyword.ts";

/** `exclusiveMinimum`: exclusive lower bound of an integer. */
export const exclusiveMinimum = defineKeyword({
  name: "exclusiveMinimum",
  on: ["field"],
  types: ["integer"],
  schema: { type: "integer" },
  standard: true,
  doc: {
    zh: "整数必须大于这个值，不含本身。",
    en: "Lower limit of a whole number, itself excluded.",
  },
  examples: {
    good: [{ value: 0, with: { type: "integer" } }],
    bad: [
      { value: "0", with: { type: "integer" }, rule: "bad-value" },
      { value: 0, rule: "wrong-type" },
      { value: 5, with: { type: "integer", maximum: 5 }, rule: "empty-range" },
    ],
  },
});
