import { checkLimit } from "../schema/limits.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `formatExclusiveMaximum`: exclusive upper bound of a decimal, date, date-time or time. */
export const formatExclusiveMaximum = defineKeyword({
  name: "formatExclusiveMaximum",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", minLength: 1 },
  standard: true,
  doc: {
    zh: "必须小于这个值（decimal、date、date-time、time），不含本身，精确比较。",
    en: "Upper limit of a decimal, date, date-time or time, itself excluded and compared exactly.",
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
        with: { format: "decimal", "x-currency": "USD", formatMinimum: "10.00" },
        rule: "empty-range",
      },
    ],
  },
});
