import { refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";

/**
 * `items`: the fields of a list's rows, or the type of its plain values. `compile/fields.ts` reads it along with the
 * field.
 */
export const items = defineKeyword({
  name: "items",
  on: ["field"],
  types: ["array"],
  schema: refs.items,
  doc: {
    zh: "列表的每一项：多行写各行的字段（type: object、properties、required）；多个值写值的 type（string 或 integer）和限制（标签），加 enum 或字段的 x-options 就是多选。文件和 CSV 中各值以分号相隔。",
    en: "What a list holds. Rows: their fields (`type: object`, `properties`, `required`). Plain values, such as tags: their `type` (string or integer) with limits; with `enum`, or `x-options` of the field, several of these can be chosen. In files the values of a cell stand between semicolons.",
  },
  compare: null,
  explain: null,
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
      { value: { type: "string", maxLength: 20 }, with: { type: "array", maxItems: 5, uniqueItems: true } },
      { value: { type: "string", format: "date" }, with: { type: "array" } },
      { value: { enum: ["SEA", "AIR"], type: "string" }, with: { type: "array" } },
    ],
    bad: [
      { value: { type: "boolean" }, with: { type: "array" }, rule: "plain-list" },
      { value: { type: "string", format: "password" }, with: { type: "array" }, rule: "plain-list" },
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
