import { defineKeyword } from "../schema/keyword.ts";

/** The keyword `x-sensitive`. */
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
