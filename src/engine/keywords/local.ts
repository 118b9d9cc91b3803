import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-local`: a field that is validated but neither sent nor stored, such as a repeated password. */
export const local = defineKeyword({
  name: "x-local",
  on: ["field"],
  ofRecord: {},
  schema: { const: true },
  doc: {
    zh: "只检查，不发送也不保存，例如确认密码。",
    en: "Checked, but neither sent nor stored; as the repetition of a password.",
  },
  field(_word, { plan }) {
    plan.local = true;
  },
  compare: compareMember("local", {
    words: { zh: "只检查而不发送", en: "checked without being sent" },
    added: "breaking/breaking",
    removed: "info/info",
  }),
  explain: null,
  examples: { good: [{ value: true }], bad: [{ value: false, rule: "bad-value" }] },
});
