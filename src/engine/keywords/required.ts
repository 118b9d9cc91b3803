import { defineKeyword } from "../schema/keyword.ts";

/** The keyword `required`, which `compile/fields.ts` reads along with the fields. */
export const required = defineKeyword({
  name: "required",
  on: ["entity", "request", "rows"],
  schema: { $ref: "#/$defs/names" },
  doc: {
    zh: "必填字段。视情况必填的用 x-require；由服务器填写的（readOnly）不写在这里；服务器自己得出各行的实体（来源不是 store、data）除外，在那里它表示每一行都有的字段。",
    en: "Fields that must be filled. Those that must be filled only sometimes stand in x-require; those that the server fills (readOnly) not here, except in an entity whose rows the server computes (source other than store and data), where it names the fields that every row has.",
  },
  examples: {
    good: [{ value: ["title"] }],
    bad: [
      { value: ["titel"], rule: "unknown-field", suggestion: "title" },
      { value: ["title", "title"], rule: "bad-value" },
      { value: ["orderNo"], rule: "required-read-only" },
    ],
  },
});
