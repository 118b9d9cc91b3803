import { checkConst } from "../schema/limits.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { describeLimit } from "./limit-changes.ts";

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
  ...describeLimit("const", (value) => ({ zh: `只能是 ${value}`, en: `nothing but ${value}` })),
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
