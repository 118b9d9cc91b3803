import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember, isDropped } from "../schema/comparison.ts";

/**
 * `x-single`: at most one of the tenant's records that agree in the given fields is true. Setting it clears the others.
 */
export const single = defineKeyword({
  name: "x-single",
  on: ["field"],
  types: ["boolean"],
  ofRecord: { instead: "x-rules" },
  schema: refs.paths,
  doc: {
    zh: "同一租户中，这些字段的值相同的记录里只能有一条为是：设为是时，其他的改为否。例如每个币种一个默认账户。",
    en: "Of a tenant's records that agree in these fields, only one is yes: setting it clears it in the others. One default account a currency, say.",
  },
  field(keyword, draft) {
    draft.plan.single = keyword.items().flatMap((item) => draft.sibling(item)?.name ?? []);
  },
  compare: compareMember("single", {
    words: { zh: "只有一条可为“是”", en: "yes for one record only" },
    added: "warning/none",
    removed: "info/warning",
    risk: ["control-loosened", ({ was, is }) => isDropped(was.single, is.single)],
  }),
  explain: null,
  examples: {
    good: [{ value: ["city"], with: { type: "boolean" } }],
    bad: [
      { value: ["citty"], with: { type: "boolean" }, rule: "unknown-field", suggestion: "city" },
      { value: true, with: { type: "boolean" }, rule: "bad-value" },
    ],
  },
});
