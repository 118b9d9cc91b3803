import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `default`: the initial value of a field in the form of a new record. Amounts must not have a default. */
export const defaultKeyword = defineKeyword({
  name: "default",
  on: ["field"],
  schema: { type: ["string", "integer", "boolean"] },
  standard: true,
  doc: {
    zh: "表单打开时的值。金额不能有默认值。",
    en: "What the form opens with. An amount has none.",
  },
  field(keyword, { plan, entity }) {
    if (plan.schema.format === "decimal")
      entity.report(keyword.location("key"), "default-amount", findingMessages.defaultAmount());
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: "SHA" }],
    bad: [
      { value: ["SHA"], rule: "bad-value" },
      { value: "0", with: { format: "decimal", "x-currency": "USD" }, rule: "default-amount" },
    ],
  },
});
