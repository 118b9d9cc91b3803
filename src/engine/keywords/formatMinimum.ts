import { checkLimit } from "../schema/limits.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `formatMinimum`: inclusive lower bound of a decimal, date, date-time or time. */
export const formatMinimum = defineKeyword({
  name: "formatMinimum",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", minLength: 1 },
  standard: true,
  doc: {
    zh: "最小值（decimal、date、date-time、time），含本身，精确比较。",
    en: "Least value of a decimal, date, date-time or time, inclusive and compared exactly.",
  },
  field: checkLimit,
  examples: {
    good: [
      { value: "2000", with: { format: "decimal", "x-currency": "USD" } },
      { value: "1900-01-01", with: { format: "date" } },
    ],
    bad: [
      { value: 2000, with: { format: "decimal", "x-currency": "USD" }, rule: "bad-value" },
      { value: "2,000", with: { format: "decimal", "x-currency": "USD" }, rule: "bad-limit" },
      { value: "2000", rule: "bad-limit" },
    ],
  },
});
