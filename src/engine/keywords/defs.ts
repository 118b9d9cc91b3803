import { buildMap, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `$defs`: field definitions that several places in the file share. */
export const defs = defineKeyword({
  name: "$defs",
  on: ["entity", "request"],
  schema: buildMap(refs.field),
  doc: {
    zh: "只在本文件中使用的共享字段定义。",
    en: "Definitions of fields that several places of this file share.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: { note: { type: "string", "x-label": { zh: "说明", en: "Note" } } } }],
    bad: [
      {
        value: {
          note: { type: "string", "x-labels": { zh: "说明", en: "Note" }, "x-label": { zh: "说明", en: "Note" } },
        },
        rule: "unknown-keyword",
        suggestion: "x-label",
      },
    ],
  },
});
