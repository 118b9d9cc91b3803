import { defineKeyword } from "../schema/keyword.ts";

/** `type`: JSON type of the value. Fractions are strings, since JSON numbers would be rounded. */
export const type = defineKeyword({
  name: "type",
  on: ["field"],
  schema: { enum: ["string", "integer", "boolean", "array", "object"] },
  standard: true,
  doc: {
    zh: "值的 JSON 类型。金额、日期、编号都是 string；没有 number，小数一律用字符串，避免误差。object 是嵌套对象，字段写在 properties 里。",
    en: "JSON type of the value. Amounts, dates and identifiers are strings; there is no number: fractions are strings, so nothing is rounded unseen. An `object` nests fields, which stand in its `properties`.",
  },
  examples: {
    good: [{ value: "string" }, { value: "integer" }, { value: "boolean" }],
    bad: [
      { value: "strng", rule: "bad-value", suggestion: "string" },
      { value: "number", rule: "bad-value" },
    ],
  },
});
