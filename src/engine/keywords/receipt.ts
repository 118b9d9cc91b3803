import { defineKeyword } from "./keyword.ts";

/** The word `x-receipt`. */
export const receipt = defineKeyword({
  name: "x-receipt",
  on: ["entity"],
  schema: { type: "object", required: ["fields"], properties: { when: { $ref: "#/$defs/cel" }, fields: { $ref: "#/$defs/names" } }, additionalProperties: false },
  doc: {
    zh: "电子回单：when 成立时可以打印，fields 是内容。",
    en: "The receipt: can be printed when `when` holds, and shows `fields`.",
  },
  entity(word, draft) {
    if (!word) return;
    const source = word.get("when");
    const when = source && draft.expression(source, "bool");
    draft.plan.receipt = { fields: draft.fieldNames(word.get("fields")!.items()), ...(when ? { when } : {}) };
  },
  examples: {
    good: [{ value: { when: "self.status == 'open'", fields: ["orderNo", "amount"] } }, { value: { fields: ["orderNo"] } }],
    bad: [
      { value: { when: "self.status == 'opn'", fields: ["orderNo"] }, rule: "bad-expression", suggestion: "open" },
      { value: { fields: ["orderNr"] }, rule: "unknown-field", suggestion: "orderNo" },
      { value: { when: "true" }, rule: "missing-word" },
    ],
  },
});
