/** Keywords of JSON Schema that limit a value: its length, its size, and the number of items in a list. */
import { nonEmpty } from "../schema/meta-parts.ts";
import { checkLimit } from "../schema/limits.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import type { Words } from "../schema/comparison.ts";
import { describeLimit, type Bound } from "./limit-changes.ts";

/** What keywords have in common that limit the same type of value. */
type Family = Pick<Keyword, "types" | "schema" | "field" | "examples">;

const TEXT: Family = {
  types: ["string"],
  schema: { type: "integer", minimum: 0 },
  examples: {
    good: [{ value: 2 }],
    bad: [
      { value: "2", rule: "bad-value" },
      { value: -1, rule: "bad-value" },
      { value: 2, with: { type: "integer" }, rule: "wrong-type" },
    ],
  },
};

const INTEGER: Family = {
  types: ["integer"],
  schema: { type: "integer" },
  examples: {
    good: [{ value: 1, with: { type: "integer" } }],
    bad: [
      { value: "1", with: { type: "integer" }, rule: "bad-value" },
      { value: 1, rule: "wrong-type" },
    ],
  },
};

const AMOUNT = { format: "decimal", "x-currency": "USD" };
/** Values of a format with an order: decimal, date, date-time or time. */
const FORMATTED: Family = {
  types: ["string"],
  schema: nonEmpty,
  field: checkLimit,
  examples: {
    good: [
      { value: "2000", with: AMOUNT },
      { value: "1900-01-01", with: { format: "date" } },
    ],
    bad: [
      { value: 2000, with: AMOUNT, rule: "bad-value" },
      { value: "2,000", with: AMOUNT, rule: "bad-limit" },
      { value: "2000", rule: "bad-limit" },
    ],
  },
};

const ROWS = {
  type: "array",
  items: { type: "object", properties: { name: { type: "string", "x-label": { zh: "姓名", en: "Name" } } } },
};
const LIST: Family = {
  types: ["array"],
  schema: { type: "integer", minimum: 0 },
  examples: {
    good: [{ value: 1, with: ROWS }],
    bad: [
      { value: -1, rule: "bad-value" },
      { value: 1, rule: "wrong-type" },
    ],
  },
};

/** Adds an example of an exclusive bound that leaves no value beside another bound. */
const withEmptyRange = (family: Family, value: unknown, beside: Record<string, unknown>): Family => ({
  ...family,
  examples: {
    good: family.examples.good,
    bad: [...family.examples.bad, { value, with: beside, rule: "empty-range" }],
  },
});

function defineLimit(
  name: string,
  { bound, words, ...family }: Family & { bound?: Bound; doc: Words; words(limit: string): Words },
): Keyword {
  return defineKeyword({
    ...family,
    name,
    on: ["field"],
    standard: true,
    ...describeLimit(name, words, bound),
  });
}

/** All limits, in the order of the documentation. */
export const valueLimits: readonly Keyword[] = [
  defineLimit("minLength", {
    ...TEXT,
    bound: "lower",
    doc: { zh: "最少字数。", en: "Minimum number of characters." },
    words: (limit) => ({ zh: `至少 ${limit} 个字符`, en: `at least ${limit} characters` }),
  }),
  defineLimit("maxLength", {
    ...TEXT,
    bound: "upper",
    doc: { zh: "最多字数；表单会显示计数。", en: "Maximum number of characters, which the form counts." },
    words: (limit) => ({ zh: `最多 ${limit} 个字符`, en: `at most ${limit} characters` }),
  }),
  defineLimit("formatMinimum", {
    ...FORMATTED,
    bound: "lower",
    doc: {
      zh: "最小值（decimal、date、date-time、time），含本身，精确比较。",
      en: "Inclusive lower bound of a decimal, date, date-time or time, compared exactly.",
    },
    words: (limit) => ({ zh: `不小于 ${limit}`, en: `${limit} at least` }),
  }),
  defineLimit("formatMaximum", {
    ...FORMATTED,
    bound: "upper",
    doc: {
      zh: "最大值（decimal、date、date-time、time），含本身，精确比较。",
      en: "Inclusive upper bound of a decimal, date, date-time or time, compared exactly.",
    },
    words: (limit) => ({ zh: `不大于 ${limit}`, en: `${limit} at most` }),
  }),
  defineLimit("formatExclusiveMinimum", {
    ...withEmptyRange(FORMATTED, "10", { ...AMOUNT, formatMaximum: "10.00" }),
    bound: "lower",
    doc: {
      zh: "必须大于这个值（decimal、date、date-time、time），不含本身，精确比较。",
      en: "Exclusive lower bound of a decimal, date, date-time or time, compared exactly.",
    },
    words: (limit) => ({ zh: `大于 ${limit}`, en: `more than ${limit}` }),
  }),
  defineLimit("formatExclusiveMaximum", {
    ...withEmptyRange(FORMATTED, "10", { ...AMOUNT, formatMinimum: "10.00" }),
    bound: "upper",
    doc: {
      zh: "必须小于这个值（decimal、date、date-time、time），不含本身，精确比较。",
      en: "Exclusive upper bound of a decimal, date, date-time or time, compared exactly.",
    },
    words: (limit) => ({ zh: `小于 ${limit}`, en: `less than ${limit}` }),
  }),
  defineLimit("minimum", {
    ...INTEGER,
    bound: "lower",
    doc: { zh: "整数的最小值，含本身。", en: "Inclusive lower bound of an integer." },
    words: (limit) => ({ zh: `最小 ${limit}`, en: `${limit} at least` }),
  }),
  defineLimit("maximum", {
    ...INTEGER,
    bound: "upper",
    doc: { zh: "整数的最大值，含本身。", en: "Inclusive upper bound of an integer." },
    words: (limit) => ({ zh: `最大 ${limit}`, en: `${limit} at most` }),
  }),
  defineLimit("exclusiveMinimum", {
    ...withEmptyRange(INTEGER, 5, { type: "integer", maximum: 5 }),
    bound: "lower",
    doc: { zh: "整数必须大于这个值，不含本身。", en: "Exclusive lower bound of an integer." },
    words: (limit) => ({ zh: `大于 ${limit}`, en: `more than ${limit}` }),
  }),
  defineLimit("exclusiveMaximum", {
    ...withEmptyRange(INTEGER, 5, { type: "integer", minimum: 5 }),
    bound: "upper",
    doc: { zh: "整数必须小于这个值，不含本身。", en: "Exclusive upper bound of an integer." },
    words: (limit) => ({ zh: `小于 ${limit}`, en: `less than ${limit}` }),
  }),
  defineLimit("multipleOf", {
    types: ["integer"],
    schema: { type: "integer", minimum: 1 },
    doc: {
      zh: "整数必须是它的整数倍；decimal 用 x-step。",
      en: "A number that the integer must be a multiple of. Decimals use `x-step`.",
    },
    words: (limit) => ({ zh: `${limit} 的整数倍`, en: `multiples of ${limit}` }),
    examples: {
      good: [{ value: 100, with: { type: "integer" } }],
      bad: [
        { value: 0, with: { type: "integer" }, rule: "bad-value" },
        { value: 100, rule: "wrong-type" },
      ],
    },
  }),
  defineLimit("minItems", {
    ...LIST,
    bound: "lower",
    doc: { zh: "列表最少几项。", en: "Minimum number of items." },
    words: (limit) => ({ zh: `至少 ${limit} 项`, en: `at least ${limit} items` }),
  }),
  defineLimit("maxItems", {
    ...LIST,
    bound: "upper",
    doc: { zh: "列表最多几项。", en: "Maximum number of items." },
    words: (limit) => ({ zh: `最多 ${limit} 项`, en: `at most ${limit} items` }),
  }),
  defineLimit("uniqueItems", {
    types: ["array"],
    schema: { type: "boolean" },
    doc: { zh: "列表中不能有相同的项。", en: "Whether the items of a list must be distinct." },
    words: () => ({ zh: "各项不得重复", en: "no item twice" }),
    examples: {
      good: [{ value: true, with: ROWS }],
      bad: [
        { value: "yes", rule: "bad-value" },
        { value: true, rule: "wrong-type" },
      ],
    },
  }),
];
