import { defineKeyword } from "../schema/keyword.ts";

/** `examples`: valid values for the API documentation and the import template. */
export const examples = defineKeyword({
  name: "examples",
  on: ["field"],
  schema: { type: "array", minItems: 1 },
  standard: true,
  doc: {
    zh: "合法的示例值，用于 API 文档和导入模板。",
    en: "Valid sample values, for the API document and the import template.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: ["11 月货款"] }],
    bad: [
      { value: "11 月货款", rule: "bad-value" },
      { value: [], rule: "bad-value" },
    ],
  },
});
