import { defineKeyword } from "../schema/keyword.ts";

/** The keyword `properties`, which `compile/fields.ts` reads before all other keywords. */
export const properties = defineKeyword({
  name: "properties",
  on: ["entity", "request", "rows"],
  schema: { type: "object", propertyNames: { $ref: "#/$defs/name" }, additionalProperties: { $ref: "#/$defs/field" } },
  doc: {
    zh: "字段：名称到规则。字段的一切都写在这里，一处即可。",
    en: "The fields by name. Everything about a field stands here, once.",
  },
  examples: {
    good: [{ value: { title: { type: "string", "x-label": { zh: "标题", en: "Title" } } } }],
    bad: [
      {
        value: { title: { type: "string", minLenght: 1, "x-label": { zh: "标题", en: "Title" } } },
        rule: "unknown-keyword",
        suggestion: "minLength",
      },
      { value: { "the title": { type: "string", "x-label": { zh: "标题", en: "Title" } } }, rule: "bad-value" },
    ],
  },
});
