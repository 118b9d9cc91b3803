import { nonEmpty } from "../schema/meta-parts.ts";
import { Decimal } from "../base/decimal.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { checkLimit } from "../schema/limits.ts";
import type { FieldDraft } from "../schema/field-draft.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { describeLimit } from "./limit-changes.ts";

/** Returns the decimals of the field's amounts, of any currency the most; undefined for a number without a currency. */
function findMinorUnits({ keywords, entity }: FieldDraft): number | undefined {
  const { currencies } = entity.library;
  const currency = keywords.get("x-currency")?.string();
  if (currency === undefined) return undefined;
  const code = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
  return code ? code.minorUnits : Math.max(...Object.values(currencies).map(({ minorUnits }) => minorUnits));
}

/** `x-step`: a number that the decimal must be an exact multiple of. Integers use `multipleOf`. */
export const step = defineKeyword({
  name: "x-step",
  on: ["field"],
  types: ["string"],
  schema: nonEmpty,
  standard: true,
  doc: {
    zh: "decimal 必须是它的整数倍，精确计算；整数用 multipleOf。",
    en: "A decimal must be an exact multiple of it; whole numbers take `multipleOf`.",
  },
  field(keyword, draft) {
    const { plan, entity } = draft;
    if (plan.schema.format !== "decimal")
      return entity.report(keyword.location("key"), "bad-limit", findingMessages.stepOfDecimals());
    checkLimit(keyword, draft);
    const value = Decimal.parse(keyword.string());
    if (value && value.cmp(0n) <= 0) entity.report(keyword.location(), "bad-limit", findingMessages.stepAboveZero());
    const digits = findMinorUnits(draft);
    if (value && digits !== undefined && value.trim().scale > digits)
      entity.report(keyword.location(), "bad-limit", findingMessages.stepBelowMinor(keyword.string(), digits));
  },
  ...describeLimit("x-step", (step) => ({ zh: `${step} 的整数倍`, en: `multiples of ${step}` })),
  examples: {
    good: [
      { value: "100", with: { format: "decimal", "x-currency": "USD" } },
      { value: "0.05", with: { format: "decimal", "x-kind": "rate" } },
    ],
    bad: [
      { value: 100, with: { format: "decimal", "x-currency": "USD" }, rule: "bad-value" },
      { value: "1,000", with: { format: "decimal", "x-currency": "USD" }, rule: "bad-limit" },
      { value: "0", with: { format: "decimal", "x-currency": "USD" }, rule: "bad-limit" },
      { value: "1", with: { format: "date" }, rule: "bad-limit" },
      { value: "0.005", with: { format: "decimal", "x-currency": "USD" }, rule: "bad-limit" },
    ],
  },
});
