import { defineKeyword } from "../schema/keyword.ts";

/** `minItems`: minimum number of items. */
export const minItems = defineKeyword({
  name: "minItems",
  on: ["field"],
  types: ["array"],
  schema: { type: "integer", minimum: 0 },
  standard: true,
  doc: {
    zh: "列表最少几项。",
    en: "Least number of items.",
  },
  examples: {
    good: [
      {
        value: 1,
        with: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } } },
        },
      },
    ],
    bad: [
      { value: -1, rule: "bad-value" },
      { value: 1, rule: "wrong-type" },
    ],
  },
});
