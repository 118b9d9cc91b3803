import { valueLimits } from "./value-limits.ts";
import { buildObject } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** Keywords that `x-limits` may set. */
const LIMITS = ["enum", ...valueLimits.map(({ name }) => name).filter((name) => name !== "uniqueItems")];
const constant = { type: "string", pattern: "^constants\\.[A-Za-z0-9]+$" };

/**
 * `x-limits`: limits whose values are constants. `readKeywords` replaces them by the keywords with their values, so that
 * all other code reads plain limits.
 */
export const limits = defineKeyword({
  name: "x-limits",
  on: ["field"],
  schema: buildObject(Object.fromEntries(LIMITS.map((name) => [name, constant])), [], { minProperties: 1 }),
  doc: {
    zh: '值取自 constants.json 的限制，如 { "maxLength": "constants.remarkMax" }，与直接写出该值相同。文字里用 {constants.名称}。',
    en: 'Limits whose values are constants of constants.json, such as { "maxLength": "constants.remarkMax" }; the same as the keyword with that value. Texts name a constant as {constants.name}.',
  },
  // The compiled field has the limits, which are compared and explained as such.
  compare: null,
  explain: null,
  examples: {
    good: [
      { value: { maxLength: "constants.rows" } },
      { value: { formatMinimum: "constants.least" }, with: { format: "decimal", "x-currency": "USD" } },
      {
        value: { maxLength: "constants.rows" },
        with: { "x-messages": { maxLength: { zh: "最多 {constants.rows} 个字", en: "At most {constants.rows}" } } },
      },
    ],
    bad: [
      { value: {}, rule: "bad-value" },
      { value: { maxLength: 20 }, rule: "bad-value" },
      { value: { maxLenght: "constants.rows" }, rule: "unknown-keyword", suggestion: "maxLength" },
      { value: { maxLength: "constants.row" }, rule: "unknown-constant", suggestion: "rows" },
      { value: { maxLength: "constants.least" }, rule: "constant-type" },
      { value: { maxLength: "constants.rows" }, with: { maxLength: 20 }, rule: "limit-twice" },
      { value: { maxLength: "constants.rows" }, with: { minLength: 200 }, rule: "empty-range" },
      { value: { minimum: "constants.rows" }, rule: "wrong-type" },
      {
        value: { maxLength: "constants.rows" },
        with: { "x-messages": { maxLength: { zh: "最多 {constants.row} 个字", en: "At most {constants.rows}" } } },
        rule: "unknown-constant",
        suggestion: "rows",
      },
    ],
  },
});
