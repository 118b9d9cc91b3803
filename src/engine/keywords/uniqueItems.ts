import { defineKeyword } from "../schema/keyword.ts";

/** `uniqueItems`: the items of a list must be distinct. */
export const uniqueItems = defineKeyword({
  name: "uniqueItems",
  on: ["field"],
  types: ["array"],
  schema: { type: "boolean" },
  standard: true,
  doc: {
    zh: "列表中不能有相同的项。",
    en: "No item of the list may stand there twice.",
  },
  examples: {
    good: [
      {
        value: true,
        with: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } } },
        },
      },
    ],
    bad: [
      { value: "yes", rule: "bad-value" },
      { value: true, rule: "wrong-type" },
    ],
  },
});
