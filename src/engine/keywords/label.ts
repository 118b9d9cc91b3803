import { defineKeyword } from "../schema/keyword.ts";

/** `x-label`: name of the field or entity in every language. */
export const label = defineKeyword({
  name: "x-label",
  on: ["field", "entity", "request"],
  schema: { $ref: "#/$defs/text" },
  doc: {
    zh: "名称，中英文各一。字段必须有；表单、列表、详情、导出和导入都用它。",
    en: "The name in both languages. Every field has one; form, list, detail, export and import show it.",
  },
  field: (keyword, draft) => draft.text("label", keyword),
  entity(keyword, draft) {
    draft.text("label", keyword);
    draft.defaultText("label", { zh: draft.plan.name, en: draft.plan.name });
  },
  examples: {
    good: [{ value: { zh: "金额", en: "Amount" } }],
    bad: [
      { value: { zh: "金额" }, rule: "missing-language" },
      { value: { zh: "金额", en: "" }, rule: "bad-value" },
      { value: { zh: "金额", en: "Amount", eng: "Amount" }, rule: "unknown-keyword", suggestion: "en" },
      { value: "Amount", rule: "bad-value" },
    ],
  },
});
