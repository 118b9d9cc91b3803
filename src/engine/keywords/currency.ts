import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";

const CODE = /^[A-Z]{3}$/;

/** `x-currency`: the currency of an amount, given as an ISO code or as the name of the field that contains the code. */
export const currency = defineKeyword({
  name: "x-currency",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", pattern: "^([A-Z]{3}|[a-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*)$" },
  doc: {
    zh: "金额的币种：固定的 ISO 代码（USD），或保存币种的字段名。小数位数取自币种表。",
    en: "The amount's currency: an ISO code (`USD`), or the name of the field that holds it. Minor units come from the currency table.",
  },
  field(keyword, draft) {
    const { entity, plan } = draft;
    const value = keyword.string();
    if (plan.schema.format !== "decimal")
      entity.report(keyword.location("key"), "wrong-type", findingMessages.needsDecimal());
    if (CODE.test(value)) {
      plan.currency = { code: value };
      if (!Object.hasOwn(entity.library.currencies, value))
        entity.reportUnknown(keyword.location(), "currency", value, Object.keys(entity.library.currencies));
    } else {
      const field = draft.sibling(keyword);
      if (field) plan.currency = { field: field.name };
    }
  },
  examples: {
    good: [
      { value: "USD", with: { format: "decimal" } },
      { value: "city", with: { format: "decimal" } },
    ],
    bad: [
      { value: "USX", with: { format: "decimal" }, rule: "unknown-currency", suggestion: "USD" },
      { value: "citty", with: { format: "decimal" }, rule: "unknown-field", suggestion: "city" },
      { value: "USD", rule: "wrong-type" },
    ],
  },
});
