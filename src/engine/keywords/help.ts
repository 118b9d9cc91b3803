import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `x-help`: text below the input. */
export const help = defineKeyword({
  name: "x-help",
  on: ["field"],
  schema: refs.text,
  doc: { zh: "输入框下方的提示。", en: "Help text below the input." },
  field: (keyword, draft) => draft.text("help", keyword),
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
