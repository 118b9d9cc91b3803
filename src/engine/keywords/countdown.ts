import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-countdown`: displays the time left until the instant, updated every second. */
export const countdown = defineKeyword({
  name: "x-countdown",
  on: ["field"],
  types: ["string"],
  schema: { const: true },
  doc: {
    zh: "到这个时刻为止的剩余时间，列表和详情中每秒更新；过后显示已失效。",
    en: "Lists and details show the time that is left until this instant, second by second, and after it that it is over.",
  },
  field(keyword, { plan, entity }) {
    if (entity.kind(plan.kind).celType === "timestamp") plan.countdown = true;
    else entity.report(keyword.location("key"), "countdown-without-instant", findingMessages.countsNothing(plan.name));
  },
  compare: compareMember("countdown"),
  explain: null,
  examples: {
    good: [{ value: true, with: { format: "date-time" } }],
    bad: [
      { value: true, rule: "countdown-without-instant" },
      { value: false, with: { format: "date-time" }, rule: "bad-value" },
    ],
  },
});
