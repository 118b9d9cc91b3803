import { defineKeyword } from "./keyword.ts";

/** Rows of a list: their fields are read with the field itself (`fields.ts`). */
export const items = defineKeyword({
  name: "items",
  on: ["field"],
  types: ["array"],
  schema: { $ref: "#/$defs/items" },
  doc: {
    zh: "列表每一行的字段（type: object、properties、required），或单个值的规则。",
    en: "The fields of a list's rows (type: object, properties, required), or the rules for plain values.",
  },
  examples: {
    good: [
      { value: { type: "object", properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } }, required: ["name"] }, with: { type: "array" } },
    ],
    bad: [
      { value: { type: "object", properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } }, required: ["nam"] }, with: { type: "array" }, rule: "unknown-field", suggestion: "name" },
      { value: { type: "object", properties: { name: { type: "string" } } }, with: { type: "array" }, rule: "missing-word" },
      { value: { type: "object", propertis: {} }, with: { type: "array" }, rule: "unknown-keyword", suggestion: "properties" },
    ],
  },
});
