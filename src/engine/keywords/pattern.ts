import { defineKeyword } from "./keyword.ts";

/** The word `pattern`. */
export const pattern = defineKeyword({
  name: "pattern",
  on: ["field"],
  types: ["string"],
  schema: {"type": "string", "minLength": 1, "format": "regex"},
  standard: true,
  doc: {
    zh: "值必须符合的正则表达式（ECMAScript，带 u 标志）。",
    en: "Regular expression (ECMAScript with the u flag) that the value must match.",
  },
  examples: {
    good: [{"value": "^[0-9]{12}$"}],
    bad: [{"value": "^[0-9{12}$(", "rule": "bad-value"}, {"value": "^1$", "with": {"type": "integer"}, "rule": "wrong-type"}],
  },
});
