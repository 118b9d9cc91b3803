import { checkLimit } from "../schema/limits.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `formatExclusiveMinimum`: exclusive lower bound of a decimal, date, date-time or time. */
export const formatExclusiveMinimum = defineKeyword({
  name: "formatExclusiveMinimum",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", minLength: 1 },
  standard: true,
  doc: {
    zh: "必须大于这个值（decimal、date、date-time、time），不含本身，精确比较。",
    en: "Lower limit of a decimal, date, date-time or time, itself excluded and compared exactly.",
  },
  field: checkLimit,
  examples: {
    good: [
      { value: "0", with: { format: "decimal", "x-currency": "USD" } },
      { value: "1900-01-01", with: { format: "date" } },
    ],
    bad: [
      { value: 0, with: { format: "decimal", "x-currency": "USD" }, rule: "bad-value" },
      { value: "1,000", with: { format: "decimal", "x-currency": "USD" }, rule: "bad-limit" },
      { value: "0", rule: "bad-limit" },
      {
        value: "10",
        with: { format: "decimal", "x-currency": "USD", formatMaximum: "10.00" },
        rule: "empty-range",
      },
    ],
  },
});
