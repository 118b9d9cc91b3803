import { defineKeyword } from "../schema/keyword.ts";

/** `x-sensitive`: keeps the value out of URLs, logs and filters. */
export const sensitive = defineKeyword({
  name: "x-sensitive",
  on: ["field"],
  schema: { const: true },
  doc: { zh: "不出现在地址栏、日志和筛选中。", en: "In no URL, log or filter." },
  field(_word, { plan }) {
    plan.sensitive = true;
  },
  examples: { good: [{ value: true }], bad: [{ value: false, rule: "bad-value" }] },
});
