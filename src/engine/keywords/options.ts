import type { FieldDraft } from "../entity/field-draft.ts";
import type { Json } from "../entity/json.ts";
import { fieldNamesOf } from "../entity/peek.ts";
import { defineKeyword } from "./keyword.ts";

const TONES = ["neutral", "info", "warning", "success", "danger"];

/** The word `x-options`. */
export const options = defineKeyword({
  name: "x-options",
  on: ["field"],
  schema: {
    type: "object",
    minProperties: 1,
    anyOf: [
      {
        type: "object",
        required: ["list"],
        properties: { list: { type: "string" }, params: { $ref: "#/$defs/fieldMap" }, fills: { $ref: "#/$defs/fieldMap" } },
        additionalProperties: false,
      },
      {
        type: "object",
        not: { required: ["list"] },
        additionalProperties: {
          type: "object",
          required: ["label"],
          properties: { label: { $ref: "#/$defs/text" }, tone: { enum: TONES } },
          additionalProperties: false,
        },
      },
    ],
  },
  doc: {
    zh: "选项。固定：值到 {label, tone}，按书写顺序。参照列表：{list, params, fills}，params 是列表字段到本表字段（上级变化时重新加载），fills 是选定后填入的本表字段到列表字段；服务器拒绝与该行不符的值。",
    en: "The choices. Fixed: value to {label, tone}, in the order written. From a reference list: {list, params, fills}: `params` is the list's field to our field (a change there reloads the choices), `fills` our field to the list's field that a choice fills in; the server refuses a value that contradicts that row.",
  },
  field(word, draft) {
    if (word.get("list")) fromList(word, draft);
    else fixed(word, draft);
  },
  examples: {
    good: [
      { value: { SHA: { label: { zh: "共担", en: "Shared" }, tone: "info" }, OUR: { label: { zh: "付款方", en: "Payer" } } } },
      { value: { list: "sampleCity", params: { province: "title" }, fills: { city: "name" } } },
    ],
    bad: [
      { value: { SHA: { label: { zh: "共担" } } }, rule: "missing-language" },
      { value: { SHA: { label: { zh: "共担", en: "Shared" }, tone: "warn" } }, rule: "bad-value", suggestion: "warning" },
      { value: { list: "sampelCity" }, rule: "unknown-entity", suggestion: "sampleCity" },
      { value: { list: "sampleCity", params: { provinse: "title" } }, rule: "unknown-field", suggestion: "province" },
      { value: { list: "sampleCity", params: { province: "titel" } }, rule: "unknown-field", suggestion: "title" },
      { value: { list: "sampleCity", fill: { city: "name" } }, rule: "unknown-keyword", suggestion: "fills" },
    ],
  },
});

function fixed(word: Json, { plan, path, entity }: FieldDraft): void {
  const values = word.entries().map(([value, option]) => {
    entity.text(`option.${path}.${value}`, option.get("label"));
    // Kinds know the field by its bare name, in rows too.
    if (path !== plan.name && entity.texts.zh[`option.${plan.name}.${value}`] === undefined) entity.text(`option.${plan.name}.${value}`, option.get("label"));
    return { value, ...(option.get("tone") ? { tone: option.get("tone")!.value as never } : {}) };
  });
  plan.options = { values };
  const holder = plan.schema.type === "array" ? ((plan.schema.items ??= { type: "string" }) as Record<string, unknown>) : plan.schema;
  holder.enum = values.map(({ value }) => value);
}

function fromList(word: Json, draft: FieldDraft): void {
  const { entity, plan } = draft;
  const list = word.get("list")!;
  const name = list.value as string;
  plan.options = { list: name, params: (word.get("params")?.value ?? {}) as Record<string, string>, fills: (word.get("fills")?.value ?? {}) as Record<string, string> };
  const theirs = fieldNamesOf(entity.library, name);
  if (!theirs) {
    entity.unknown(list.place(), "entity", name, Object.keys(entity.library.entities));
    return;
  }
  for (const [their, own] of word.get("params")?.entries() ?? []) {
    if (!theirs.includes(their)) entity.unknown(own.place("key"), "field", their, theirs);
    draft.sibling(own);
  }
  for (const [own, their] of word.get("fills")?.entries() ?? []) {
    draft.sibling(their, own);
    if (!theirs.includes(their.value as string)) entity.unknown(their.place(), "field", their.value as string, theirs);
  }
}
