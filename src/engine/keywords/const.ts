import { checkConst } from "../schema/limits.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `const`: the only valid value, such as `true` for an agreement that must be accepted. */
export const constKeyword = defineKeyword({
  name: "const",
  on: ["field"],
  schema: { type: ["string", "integer", "boolean"] },
  standard: true,
  doc: {
    zh: "只允许这一个值，例如必须勾选的协议写 true。",
    en: "Only this value; `true` for an agreement that must be ticked.",
  },
  field: checkConst,
  examples: {
    good: [
      { value: true, with: { type: "boolean" } },
      { value: "CN" },
      { value: 1, with: { type: "integer" } },
      { value: "2026-01-01", with: { format: "date" } },
    ],
    bad: [
      { value: [], rule: "bad-value" },
      { value: "true", with: { type: "boolean" }, rule: "bad-limit" },
      { value: 1, rule: "bad-limit" },
      { value: "1 January", with: { format: "date" }, rule: "bad-limit" },
    ],
  },
});
