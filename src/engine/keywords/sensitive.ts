import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";
import { explainWhen } from "../schema/explanation.ts";

/** `x-sensitive`: keeps the value out of URLs, logs and filters. */
export const sensitive = defineKeyword({
  name: "x-sensitive",
  on: ["field"],
  schema: { const: true },
  doc: { zh: "不出现在地址栏、日志和筛选中。", en: "In no URL, log or filter." },
  field(_word, { plan }) {
    plan.sensitive = true;
  },
  compare: compareMember("sensitive", { risk: ["exposure-widened", ({ was, is }) => was.sensitive && !is.sensitive] }),
  explain: explainWhen(
    ({ field }) => field.sensitive,
    "sensitive",
    () => ({ zh: "不进网址、日志和筛选", en: "never in a URL, a log or a filter" }),
  ),
  examples: { good: [{ value: true }], bad: [{ value: false, rule: "bad-value" }] },
});
