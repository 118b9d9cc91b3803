import { defineKeyword } from "../schema/keyword.ts";

/** `exclusiveMaximum`: exclusive upper bound of an integer. */
export const exclusiveMaximum = defineKeyword({
  name: "exclusiveMaximum",
  on: ["field"],
  types: ["integer"],
  schema: { type: "integer" },
  standard: true,
  doc: {
    zh: "整数必须小于这个值，不含本身。",
    en: "Upper limit of a whole number, itself excluded.",
  },
  examples: {
    good: [{ value: 0, with: { type: "integer" } }],
    bad: [
      { value: "0", with: { type: "integer" }, rule: "bad-value" },
      { value: 0, rule: "wrong-type" },
      { value: 5, with: { type: "integer", minimum: 5 }, rule: "empty-range" },
    ],
  },
});
