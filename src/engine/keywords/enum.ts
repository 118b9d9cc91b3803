import { defineKeyword } from "../schema/keyword.ts";

/** `enum`: the valid values. Values that need labels use `x-options` instead. */
export const enumKeyword = defineKeyword({
  name: "enum",
  on: ["field"],
  schema: { type: "array", minItems: 1, uniqueItems: true, items: { type: ["string", "integer", "boolean"] } },
  standard: true,
  doc: {
    zh: "只允许这些值。需要显示文字时改用 x-options。",
    en: "Only these values. Where they need words to show, use x-options instead.",
  },
  examples: {
    good: [{ value: ["SHA", "OUR"] }],
    bad: [
      { value: [], rule: "bad-value" },
      { value: "SHA", rule: "bad-value" },
    ],
  },
});
