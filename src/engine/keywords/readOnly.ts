import { defineKeyword } from "../schema/keyword.ts";

/** `readOnly`: a field that the server sets and the form only displays. */
export const readOnly = defineKeyword({
  name: "readOnly",
  on: ["field"],
  schema: { type: "boolean" },
  standard: true,
  doc: {
    zh: "由服务器填写，表单只显示。",
    en: "Filled by the server; the form only shows it.",
  },
  examples: {
    good: [{ value: true }],
    bad: [{ value: "true", rule: "bad-value" }],
  },
});
