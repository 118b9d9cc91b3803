import { defineKeyword } from "./keyword.ts";

/** The word `writeOnly`. */
export const writeOnly = defineKeyword({
  name: "writeOnly",
  on: ["field"],
  schema: {"type": "boolean"},
  standard: true,
  doc: {
    zh: "只写不读，例如密码；不出现在列表、详情和导出中。",
    en: "Written and never read back, as passwords; in no list, detail or export.",
  },
  examples: {
    good: [{"value": true}],
    bad: [{"value": "true", "rule": "bad-value"}],
  },
});
