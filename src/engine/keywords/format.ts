import { formats } from "../entity/formats.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** The word `format`. */
export const format = defineKeyword({
  name: "format",
  on: ["field"],
  types: ["string"],
  schema: { enum: Object.keys(formats) },
  standard: true,
  doc: {
    zh: "字符串的写法：decimal 精确小数、date 日期、date-time 时刻（UTC）、email、bic（SWIFT 代码）、iban。",
    en: "How the string is written: decimal (exact), date, date-time (an instant in UTC), email, bic (SWIFT code), iban.",
  },
  examples: {
    good: [{ value: "decimal", with: { "x-currency": "CNY" } }, { value: "date" }],
    bad: [
      { value: "decimals", rule: "bad-value", suggestion: "decimal" },
      { value: "datetime", rule: "bad-value", suggestion: "date-time" },
    ],
  },
});
