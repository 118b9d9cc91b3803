import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** Roots of expressions that are always known when a record is read. */
const ALWAYS = new Set(["self", "today", "constants"]);

/** `x-live`: recomputes an `x-compute` field whenever the record is read. */
export const live = defineKeyword({
  name: "x-live",
  on: ["field"],
  ofRecord: { instead: "x-compute" },
  schema: { const: true },
  doc: {
    zh: "每次读取记录时重新计算（与 x-compute 一起），例如今日剩余额度。只能依据记录、today 和 constants，不能筛选和排序。",
    en: "Computed anew whenever the record is read (beside `x-compute`), as what is left of a limit today. It reads the record, `today` and `constants` only, and is not filtered or sorted by.",
  },
  field(keyword, { plan, entity }) {
    entity.later(() => {
      const foreign = plan.compute?.reads.map((path) => path.replace(/\..*$/, "")).find((root) => !ALWAYS.has(root));
      if (!plan.compute || foreign)
        entity.report(
          keyword.location("key"),
          "live-without-compute",
          foreign ? findingMessages.readsForeign(plan.name, foreign) : findingMessages.notComputed(plan.name),
        );
      else plan.live = true;
    });
  },
  compare: compareMember("live"),
  explain: null,
  examples: {
    good: [
      { value: true, with: { format: "decimal", "x-currency": "USD", readOnly: true, "x-compute": "self.amount * 2" } },
    ],
    bad: [
      { value: true, rule: "live-without-compute" },
      { value: false, rule: "bad-value" },
    ],
  },
});
