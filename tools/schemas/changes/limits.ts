/** Texts for limits, and the direction in which a limit changed. */
import { Decimal, type Lang } from "../../../src/engine/index.ts";

type Phrase = (value: string) => Record<Lang, string>;
const PHRASES: Record<string, Phrase> = {
  maxLength: (n) => ({ zh: `最多 ${n} 个字符`, en: `at most ${n} characters` }),
  minLength: (n) => ({ zh: `至少 ${n} 个字符`, en: `at least ${n} characters` }),
  maximum: (n) => ({ zh: `最大 ${n}`, en: `${n} at most` }),
  minimum: (n) => ({ zh: `最小 ${n}`, en: `${n} at least` }),
  formatMaximum: (n) => ({ zh: `不大于 ${n}`, en: `${n} at most` }),
  formatMinimum: (n) => ({ zh: `不小于 ${n}`, en: `${n} at least` }),
  exclusiveMaximum: (n) => ({ zh: `小于 ${n}`, en: `less than ${n}` }),
  exclusiveMinimum: (n) => ({ zh: `大于 ${n}`, en: `more than ${n}` }),
  formatExclusiveMaximum: (n) => ({ zh: `小于 ${n}`, en: `less than ${n}` }),
  formatExclusiveMinimum: (n) => ({ zh: `大于 ${n}`, en: `more than ${n}` }),
  multipleOf: (n) => ({ zh: `${n} 的整数倍`, en: `multiples of ${n}` }),
  "x-step": (n) => ({ zh: `${n} 的整数倍`, en: `multiples of ${n}` }),
  maxItems: (n) => ({ zh: `最多 ${n} 项`, en: `at most ${n} items` }),
  minItems: (n) => ({ zh: `至少 ${n} 项`, en: `at least ${n} items` }),
  uniqueItems: () => ({ zh: "各项不得重复", en: "no item twice" }),
  pattern: (text) => ({ zh: `须符合 ${text}`, en: `written as ${text}` }),
  format: (text) => ({ zh: `格式为 ${text}`, en: `of the format ${text}` }),
  const: (text) => ({ zh: `只能是 ${text}`, en: `nothing but ${text}` }),
};

/** Describes a limit in both languages. */
export const describeLimitValue = (keyword: string, value: unknown): Record<Lang, string> => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return PHRASES[keyword]?.(text) ?? { zh: `${keyword} ${text}`, en: `${keyword} ${text}` };
};

const UPPER = new Set([
  "maxLength",
  "maximum",
  "maxItems",
  "formatMaximum",
  "exclusiveMaximum",
  "formatExclusiveMaximum",
]);
const LOWER = new Set([
  "minLength",
  "minimum",
  "minItems",
  "formatMinimum",
  "exclusiveMinimum",
  "formatExclusiveMinimum",
]);

/** Returns the direction of the change; `unclear` when only example values can decide. */
export function findDirection(keyword: string, was: unknown, is: unknown): "tightened" | "loosened" | "unclear" {
  if (was === undefined || (was === false && is === true)) return "tightened";
  if (is === undefined || (was === true && is === false)) return "loosened";
  const less = compare(is, was) < 0;
  if (UPPER.has(keyword)) return less ? "tightened" : "loosened";
  if (LOWER.has(keyword)) return less ? "loosened" : "tightened";
  return "unclear";
}

/** Compares numbers by value, given as numbers or strings, and dates by time. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [a, b] = [String(left), String(right)];
  const [first, second] = [Decimal.parse(a), Decimal.parse(b)];
  if (first && second) return first.cmp(second);
  return a < b ? -1 : Number(a > b);
}
