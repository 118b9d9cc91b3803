import { defineKeyword } from "./keyword.ts";

/** The word `x-detail`. */
export const detail = defineKeyword({
  name: "x-detail",
  on: ["entity"],
  schema: {
    type: "object",
    required: ["sections"],
    properties: {
      sections: {
        type: "array",
        minItems: 1,
        items: { type: "object", required: ["id", "label", "fields"], properties: { id: { $ref: "#/$defs/name" }, label: { $ref: "#/$defs/text" }, fields: { $ref: "#/$defs/names" } }, additionalProperties: false },
      },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "详情的分组。省略时：先是表单里没有的字段，再按表单的分组。",
    en: "Sections of the detail view. Left out: first the fields that the form does not have, then the form's sections.",
  },
  entity(word, draft) {
    const { plan } = draft;
    if (word) {
      plan.detail = {
        sections: word.get("sections")!.items().map((section) => {
          const id = section.get("id")!.value as string;
          draft.text(`section.${id}`, section.get("label"));
          return { id, fields: draft.fieldNames(section.get("fields")!.items()) };
        }),
      };
      return;
    }
    const shown = new Set(plan.fields.filter((field) => !field.writeOnly && !field.local).map((field) => field.name));
    const form = plan.form.sections.map(({ id, rows }) => ({ id, fields: rows.flat().filter((name) => shown.has(name)) })).filter(({ fields }) => fields.length > 0);
    const rest = [...shown].filter((name) => !form.some(({ fields }) => fields.includes(name)));
    const main = form.find(({ id }) => id === "main");
    if (main) main.fields.unshift(...rest);
    else if (rest.length > 0) form.unshift({ id: "main", fields: rest });
    plan.detail = { sections: form };
    draft.defaultText("section.main", { zh: draft.texts.zh.label, en: draft.texts.en.label });
  },
  examples: {
    good: [{ value: { sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNo", "title"] }] } }],
    bad: [
      { value: { sections: [{ id: "order", label: { zh: "订单", en: "Order" }, fields: ["orderNr"] }] }, rule: "unknown-field", suggestion: "orderNo" },
      { value: { sections: [{ id: "order", label: { en: "Order" }, fields: ["orderNo"] }] }, rule: "missing-language" },
      { value: { section: [] }, rule: "unknown-keyword", suggestion: "sections" },
    ],
  },
});
