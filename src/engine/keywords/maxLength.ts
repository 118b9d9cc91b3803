import { defineKeyword } from "../schema/keyword.ts";

/** `maxLength`: maximum number of characters. */
export const maxLength = defineKeyword({
  name: "maxLength",
  on: ["field"],
  types: ["string"],
  schema: { type: "integer", minimum: 0 },
  standard: true,
  doc: {
    zh: "最多字数；表单会显示计数。",
    en: "Greatest number of characters; the form counts them.",
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
