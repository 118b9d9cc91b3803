import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import type { Difference, RecordPair } from "../schema/comparison.ts";
import type { Lang } from "../model/register.ts";

/** `x-label`: name of the field or entity in every language. */
export const label = defineKeyword({
  name: "x-label",
  on: ["field", "entity", "request"],
  schema: refs.text,
  doc: {
    zh: "名称，中英文各一。字段必须有；表单、列表、详情、导出和导入都用它。",
    en: "The name in both languages. Every field has one; form, list, detail, export and import show it.",
  },
  field: (keyword, draft) => draft.text("label", keyword),
  entity(keyword, draft) {
    draft.text("label", keyword);
    draft.defaultText("label", draft.plan.name);
  },
  compare: { record: compareTexts },
  explain: null,
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

/** Compares labels, messages and all other texts, as one change per field and one for the rest. */
function* compareTexts(change: RecordPair): Generator<Difference> {
  const { before, after, is } = change;
  const [was, now] = [before.texts, after.texts];
  const isChanged = (key: string) =>
    key in was.zh && (["zh", "en"] as const).some((lang: Lang) => was[lang][key] !== now[lang][key]);
  const changed = Object.keys(now.zh).filter(isChanged);
  const findField = (key: string) => /^(?:field|option)\.(.+?)(?:\.[^.]+|\.(?:message|reveal)\.[^.]+)$/.exec(key)?.[1];
  for (const field of new Set(changed.map(findField))) {
    const key = `field.${field}.label`;
    if (field === undefined)
      yield change.record("x-label").report("words-changed", "none/none", { zh: "换了文字", en: "other words" });
    else if (is.list.import?.fields.includes(field) && changed.includes(key))
      yield change.field(field).report("words-changed", "info/none", {
        zh: `表头由“${was.zh[key]}”改名；旧文件须靠 x-aliases 认出`,
        en: `its column was headed "${was.en[key]}"; older files are read by x-aliases`,
      });
    else yield change.field(field).report("words-changed", "none/none", { zh: "换了文字", en: "other words" });
  }
}
