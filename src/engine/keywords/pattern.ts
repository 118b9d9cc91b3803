import { findingMessages } from "../schema/finding-messages.ts";
import { findSlowPart } from "../rules/slow-pattern.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { describeLimit } from "./limit-changes.ts";

/**
 * `pattern`: a regular expression that the value must match. Reports patterns that could backtrack catastrophically.
 */
export const pattern = defineKeyword({
  name: "pattern",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", minLength: 1, format: "regex" },
  standard: true,
  field(keyword, { entity }) {
    const part = findSlowPart(keyword.string());
    if (part !== undefined) entity.report(keyword.location(), "slow-pattern", findingMessages.slowPattern(part));
  },
  doc: {
    zh: "值必须符合的正则表达式（ECMAScript，带 u 标志）。",
    en: "Regular expression (ECMAScript with the u flag) that the value must match.",
  },
  ...describeLimit("pattern", (pattern) => ({ zh: `须符合 ${pattern}`, en: `written as ${pattern}` })),
  examples: {
    good: [{ value: "^[0-9]{12}$" }, { value: "^[A-Za-z]+( [A-Za-z]+)*$" }, { value: "^(ab|ac|b)+$" }],
    bad: [
      { value: "^([a-z]+)+$", rule: "slow-pattern" },
      { value: "^([a-z]|[a-y])*$", rule: "slow-pattern" },
      { value: "^(a|aa)+$", rule: "slow-pattern" },
      { value: "^(\\w|\\w\\w)*$", rule: "slow-pattern" },
      { value: "^(ab|a|b)+$", rule: "slow-pattern" },
      { value: "^([0-9]{2}|[0-9]{4})+$", rule: "slow-pattern" },
      { value: "^[0-9{12}$(", rule: "bad-value" },
      { value: "^1$", with: { type: "integer" }, rule: "wrong-type" },
    ],
  },
});
