import { defineKeyword } from "../schema/keyword.ts";

/** The word `const`. */
export const constWord = defineKeyword({
  name: "const",
  on: ["field"],
  schema: { type: ["string", "integer", "boolean"] },
  standard: true,
  doc: {
    zh: "只允许这一个值，例如必须勾选的协议写 true。",
    en: "Only this value; `true` for an agreement that must be ticked.",
  },
  examples: {
    good: [{ value: true, with: { type: "boolean" } }],
    bad: [{ value: [], rule: "bad-value" }],
  },
});
