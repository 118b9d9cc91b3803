/**
 * Branch keywords: conditional schemas for a record or a row as in JSON Schema. `compile/branches.ts` reads them along
 * with the fields.
 */
import { buildList, buildMap, refs } from "../schema/meta-parts.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";

const label = (zh: string, en: string) => ({ "x-label": { zh, en } });
const iban = { type: "string", ...label("IBAN", "IBAN") };
const on = ["entity", "request", "rows"] as const;
const cityIs = (value: string) => ({ properties: { city: { const: value } }, required: ["city"] });
const then = { properties: { iban }, required: ["iban", "title"] };

/** `oneOf`: alternative sets of fields, selected by the value of one field. */
export const oneOf = defineKeyword({
  name: "oneOf",
  on,
  schema: { type: "array", minItems: 2, items: refs.way },
  doc: {
    zh: "几种情形之一：每种情形的 properties 里，同一个字段（在 properties 中定义）写不同的 const，由它决定是哪一种；其余是只在这种情形下才有的字段，required 是这种情形下的必填字段。改选其他情形时，已填的内容保留在草稿里，不检查也不发送。",
    en: "One of several ways: in the `properties` of each, one and the same field (defined in `properties`) has another `const`, by which the way is chosen; the others are fields that exist in this way alone, and `required` names what must be filled in it. What was typed in another way stays in the draft, neither checked nor sent.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [
      {
        value: [
          { properties: { city: { const: "Berlin" }, iban }, required: ["city", "iban"] },
          { properties: { city: { const: "London" }, sortCode: { type: "string", ...label("代码", "Sort code") } } },
        ],
      },
    ],
    bad: [
      {
        value: [{ properties: { iban } }, { properties: { city: { const: "London" } } }],
        rule: "no-discriminator",
      },
      {
        value: [
          { properties: { city: { const: "Berlin" } }, required: ["titel"] },
          { properties: { city: { const: "London" } } },
        ],
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: [{ properties: { town: { const: "Berlin" } } }, { properties: { town: { const: "London" } } }],
        rule: "unknown-field",
      },
      {
        value: [
          { properties: { city: { const: "Berlin" }, title: iban } },
          { properties: { city: { const: "London" } } },
        ],
        rule: "duplicate-name",
      },
      { value: [{ properties: { city: { const: "Berlin" } } }], rule: "bad-value" },
      {
        value: [
          { properties: { review: { const: "god" } }, required: ["title"] },
          { properties: { review: { const: "bad" } } },
        ],
        rule: "unknown-option",
        suggestion: "good",
      },
    ],
  },
});

/** `if`: a condition on fields. When it holds, `then` applies, otherwise `else`. */
export const ifKeyword = defineKeyword({
  name: "if",
  on,
  schema: refs.condition,
  doc: {
    zh: "条件：properties 中的字段等于 const 或在 enum 之中，required 中的字段已填。按标准，没填的字段不算不符，所以通常也写进 required。成立时 then 生效，否则 else 生效。",
    en: "A condition: fields of `properties` equal their `const` or are among their `enum`, those of `required` are filled. By the standard a field that is not filled contradicts nothing, so that it mostly stands in `required` as well. When it holds, `then` applies, else `else`.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: cityIs("Berlin"), with: { then } }],
    bad: [
      {
        value: { properties: { citi: { const: "Berlin" } } },
        with: { then: { required: ["title"] } },
        rule: "bad-expression",
        suggestion: "city",
      },
      {
        value: { properties: { city: { const: 7 } } },
        with: { then: { required: ["title"] } },
        rule: "bad-expression",
      },
      { value: { properties: { city: { pattern: "B" } } }, with: { then }, rule: "unknown-keyword" },
      { value: cityIs("Berlin"), rule: "loose-branch" },
      {
        value: { properties: { review: { enum: ["bad", "godo"] } }, required: ["review"] },
        with: { then: { required: ["title"] } },
        rule: "unknown-option",
        suggestion: "good",
      },
    ],
  },
});

const createPart = (name: "then" | "else", doc: Keyword["doc"]): Keyword =>
  defineKeyword({
    name,
    on,
    schema: refs.way,
    doc,
    compare: null,
    explain: null,
    examples: {
      good: [{ value: then, with: { if: cityIs("Berlin") } }],
      bad: [
        { value: { required: ["titel"] }, with: { if: cityIs("Berlin") }, rule: "unknown-field", suggestion: "title" },
        { value: { required: ["title"] }, rule: "loose-branch" },
        {
          value: { properties: { amount: { const: "1" } } },
          with: { if: cityIs("Berlin") },
          rule: "branch-limit",
        },
      ],
    },
  });

/** `then`: fields that exist, or are required, only when `if` holds. */
export const thenKeyword = createPart("then", {
  zh: "if 成立时才有的字段（properties）和必填的字段（required）。",
  en: "Fields that exist only when `if` holds (`properties`), and fields that must then be filled (`required`).",
});
/** `else`: fields that exist, or are required, only when `if` does not hold. */
export const elseKeyword = createPart("else", {
  zh: "if 不成立时才有的字段和必填的字段。",
  en: "Fields that exist only when `if` does not hold, and fields that must then be filled.",
});

/** `allOf`: several independent conditions with `if`, `then` and `else`. */
export const allOf = defineKeyword({
  name: "allOf",
  on,
  schema: buildList(refs.conditional),
  doc: {
    zh: "多个 if、then、else，各自生效。",
    en: "Several `if`, `then`, `else`, each by itself.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [
      {
        value: [
          { if: cityIs("Berlin"), then },
          { if: cityIs("Paris"), else: { required: ["title"] } },
        ],
      },
    ],
    bad: [
      { value: [{ if: cityIs("Berlin"), then: { required: ["titel"] } }], rule: "unknown-field", suggestion: "title" },
      { value: [{ if: cityIs("Berlin") }], rule: "missing-word" },
    ],
  },
});

/** `dependentRequired`: fields that are required once another field is filled. */
export const dependentRequired = defineKeyword({
  name: "dependentRequired",
  on,
  schema: buildMap(refs.names),
  doc: {
    zh: "某字段已填时，还必须填哪些字段。",
    en: "Fields that must be filled once another is filled.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: { city: ["title"] } }],
    bad: [
      { value: { city: ["titel"] }, rule: "unknown-field", suggestion: "title" },
      { value: { citi: ["title"] }, rule: "bad-expression", suggestion: "city" },
    ],
  },
});
