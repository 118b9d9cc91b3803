import { defineKeyword } from "../schema/keyword.ts";

/** `type`: always `object` for records, and may be omitted. */
export const topType = defineKeyword({
  name: "type",
  on: ["entity", "request"],
  schema: { const: "object" },
  doc: { zh: "记录总是 object，可以不写。", en: "A record is always an object; may be left out." },
  compare: null,
  explain: null,
  examples: { good: [{ value: "object" }], bad: [{ value: "array", rule: "bad-value" }] },
});
