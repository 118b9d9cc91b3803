import { refs } from "../schema/meta-parts.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember, isDropped } from "../schema/comparison.ts";

/**
 * `x-unique`: no two records of a tenant, or rows of a list, may have the same value, alone or together with the given
 * fields.
 */
export const unique = defineKeyword({
  name: "x-unique",
  on: ["field"],
  schema: { anyOf: [{ const: true }, refs.paths] },
  doc: {
    zh: "同一租户内不能重复；写字段名列表表示与这些字段合起来不能重复。列表的行里指同一列表的各行之间。",
    en: "No two records of a tenant share the value; with a list of fields: the value together with theirs. In the rows of a list: no two rows of that list.",
  },
  field(keyword, draft) {
    if (draft.plan.schema.type === "array")
      return draft.entity.report(keyword.location("key"), "unique-list", findingMessages.uniqueList(draft.plan.name));
    draft.plan.unique = keyword.value === true ? [] : keyword.items().flatMap((item) => draft.target(item)?.name ?? []);
  },
  compare: compareMember("unique", {
    words: { zh: "不得重复", en: "unique" },
    added: "breaking/none",
    removed: "info/warning",
    risk: ["control-loosened", ({ was, is }) => isDropped(was.unique, is.unique)],
  }),
  explain: null,
  examples: {
    good: [{ value: true }, { value: ["city"] }],
    bad: [
      { value: ["citi"], rule: "unknown-field", suggestion: "city" },
      { value: "yes", rule: "bad-value" },
      { value: true, with: { type: "array", items: { type: "string" } }, rule: "unique-list" },
    ],
  },
});
