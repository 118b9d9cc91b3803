import { defineKeyword } from "../schema/keyword.ts";

/** `maxItems`: maximum number of items. */
export const maxItems = defineKeyword({
  name: "maxItems",
  on: ["field"],
  types: ["array"],
  schema: { type: "integer", minimum: 0 },
  standard: true,
  doc: {
    zh: "列表最多几项。",
    en: "Greatest number of items.",
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
