import { defineKeyword } from "../schema/keyword.ts";

/** `multipleOf`: a number that the integer must be a multiple of. Decimals use `x-step`. */
export const multipleOf = defineKeyword({
  name: "multipleOf",
  on: ["field"],
  types: ["integer"],
  schema: { type: "integer", minimum: 1 },
  standard: true,
  doc: {
    zh: "整数必须是它的整数倍；decimal 用 x-step。",
    en: "A whole number must be a multiple of it; decimals take `x-step`.",
  },
  examples: {
    good: [{ value: 100, with: { type: "integer" } }],
    bad: [
      { value: 0, with: { type: "integer" }, rule: "bad-value" },
      { value: 100, rule: "wrong-type" },
    ],
  },
});
