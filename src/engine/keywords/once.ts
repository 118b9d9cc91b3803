import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-once`: a field that is set at creation and cannot be changed. */
export const once = defineKeyword({
  name: "x-once",
  on: ["field"],
  ofRecord: {},
  schema: { const: true },
  doc: { zh: "只能在创建时填写，之后不能修改。", en: "Set at creation and never changed." },
  field(_word, { plan }) {
    plan.once = true;
  },
  compare: compareMember("once", {
    words: { zh: "创建后不可修改", en: "fixed after creation" },
    added: "breaking/none",
    removed: "info/warning",
    risk: ["control-loosened", ({ was, is }) => was.once && !is.once],
  }),
  explain: null,
  examples: { good: [{ value: true }], bad: [{ value: false, rule: "bad-value" }] },
});
