import type { EntityDraft } from "../entity/draft.ts";
import type { FormPlan } from "../entity/entity.ts";
import type { Json } from "../entity/json.ts";
import { defineKeyword } from "./keyword.ts";

/** The word `x-form`. */
export const form = defineKeyword({
  name: "x-form",
  on: ["entity", "request"],
  schema: {
    type: "object",
    properties: {
      sections: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["id", "fields"],
          properties: {
            id: { $ref: "#/$defs/name" },
            label: { $ref: "#/$defs/text" },
            fields: { type: "array", minItems: 1, items: { anyOf: [{ $ref: "#/$defs/name" }, { $ref: "#/$defs/names" }] } },
          },
          additionalProperties: false,
        },
      },
      review: { type: "boolean" },
      draft: { type: "boolean" },
      submit: { $ref: "#/$defs/text" },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "表单的排列：sections 分组，每组 fields 一行一个字段，或 [并排的几个]；review 提交前核对，draft 保存本地草稿，submit 按钮文字。省略时所有可填字段排成一组。",
    en: "How the form is laid out: `sections`, each with `fields`, one a row or [several side by side]; `review` before sending, a local `draft`, the `submit` button's words. Left out: one section with every field that can be filled.",
  },
  entity(word, draft) {
    const { plan } = draft;
    plan.form = { sections: word?.get("sections") ? readSections(word.get("sections")!, draft) : [], review: word?.get("review")?.value === true, draft: word?.get("draft")?.value === true };
    draft.text("form.submit", word?.get("submit"));
    if (plan.form.sections.length > 0) checkAsked(word!, draft);
    else {
      const asked = plan.fields.filter((field) => !field.readOnly).map((field) => [field.name]);
      if (asked.length > 0) plan.form.sections = [{ id: "main", rows: asked }];
      draft.defaultText("section.main", { zh: draft.texts.zh.label, en: draft.texts.en.label });
    }
  },
  examples: {
    good: [
      { value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", ["amount", "city"]] }], review: true, draft: true, submit: { zh: "提交", en: "Send" } } },
      { value: { review: true } },
    ],
    bad: [
      { value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["titel"] }] }, rule: "unknown-field", suggestion: "title" },
      { value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", "title"] }] }, rule: "field-twice" },
      { value: { sections: [{ id: "all", label: { zh: "全部" }, fields: ["title"] }] }, rule: "missing-language" },
      { value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["city"] }] }, with: { required: ["title"] }, rule: "required-not-asked" },
      { value: { preview: true }, rule: "unknown-keyword", suggestion: "review" },
    ],
  },
});

function readSections(word: Json, draft: EntityDraft): FormPlan["sections"] {
  const seen = new Set<string>();
  return word.items().map((section) => {
    const id = section.get("id")!.value as string;
    draft.text(`section.${id}`, section.get("label"));
    // A section may go without a heading.
    draft.defaultText(`section.${id}`, { zh: "", en: "" });
    const rows = section.get("fields")!.items().map((row) => {
      const places = row.node.type === "array" ? row.items() : [row];
      for (const place of places) {
        if (seen.has(place.value as string)) draft.report(place.place(), "field-twice", `the form has the field "${String(place.value)}" twice`);
        seen.add(place.value as string);
      }
      return draft.fieldNames(places);
    });
    return { id, rows: rows.filter((row) => row.length > 0) };
  });
}

/** What must be filled must be somewhere to fill. */
function checkAsked(word: Json, draft: EntityDraft): void {
  const { form: layout, fields } = draft.plan;
  const asked = new Set(layout.sections.flatMap((section) => section.rows.flat()));
  const filled = new Set(fields.flatMap((field) => (field.options && "list" in field.options ? Object.keys(field.options.fills) : [])));
  for (const { name, required } of fields) {
    if (required && !asked.has(name) && !filled.has(name)) draft.report(word.get("sections")!.place("key"), "required-not-asked", `"${name}" must be filled, but no section has it`);
  }
}
