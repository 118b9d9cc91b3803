import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `x-placeholder`: text in the empty input. */
export const placeholder = defineKeyword({
  name: "x-placeholder",
  on: ["field"],
  schema: refs.text,
  doc: { zh: "输入框为空时显示的样例或提示。", en: "Text shown in the empty input." },
  field: (keyword, draft) => draft.text("placeholder", keyword),
  compare: null,
  explain: null,
  examples: {
    good: [{ value: { zh: "与银行预留户名一致", en: "Exactly as the bank has it" } }],
    bad: [
      { value: { en: "Exactly as the bank has it" }, rule: "missing-language" },
      { value: 1, rule: "bad-value" },
    ],
  },
});
