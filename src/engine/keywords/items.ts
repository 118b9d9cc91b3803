import { defineKeyword } from "../schema/keyword.ts";

/** The word `items`. `compile/fields.ts` reads it together with the field. */
export const items = defineKeyword({
  name: "items",
  on: ["field"],
  types: ["array"],
  schema: { $ref: "#/$defs/items" },
  doc: {
    zh: "列表每一行的字段（type: object、properties、required）。单个值的列表没有输入框，请让每一行只有一个字段。",
    en: "The fields of a list's rows (type: object, properties, required). No input takes a list of plain values: give its rows one field.",
  },
  examples: {
    good: [
      {
        value: {
          type: "object",
          properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } },
          required: ["name"],
        },
        with: { type: "array" },
      },
    ],
    bad: [
      { value: { type: "string" }, with: { type: "array" }, rule: "plain-list" },
      {
        value: {
          type: "object",
          properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } },
          required: ["nam"],
        },
        with: { type: "array" },
        rule: "unknown-field",
        suggestion: "name",
      },
      {
        value: { type: "object", properties: { name: { type: "string" } } },
        with: { type: "array" },
        rule: "missing-word",
      },
      {
        value: { type: "object", propertis: {} },
        with: { type: "array" },
        rule: "unknown-keyword",
        suggestion: "properties",
      },
    ],
  },
});
