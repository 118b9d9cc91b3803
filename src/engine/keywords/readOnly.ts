import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

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
  compare: compareMember("readOnly", {
    keyword: "readOnly",
    words: { zh: "由系统填写", en: "set by the server" },
    added: "breaking/none",
    removed: "info/none",
  }),
  explain: null,
  examples: {
    good: [{ value: true }],
    bad: [{ value: "true", rule: "bad-value" }],
  },
});
