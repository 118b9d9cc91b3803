import { defineEffect, isDropped } from "@portolan/engine/compiler";

/** `count`: counts an amount against a daily or monthly limit. */
export const count = defineEffect({
  name: "count",
  schema: {
    type: "array",
    items: {
      type: "object",
      required: ["limit", "period", "amount"],
      properties: {
        limit: { $ref: "#/$defs/cel" },
        period: { enum: ["day", "month"] },
        amount: { $ref: "#/$defs/cel" },
      },
      additionalProperties: false,
    },
  },
  doc: {
    zh: "事件占用的限额 {limit, period, amount}：period（day 日、month 月）内的 amount 之和不得超过 limit；资金退回时一并退回。",
    en: "What the event takes from limits, {limit, period, amount}: the sum of `amount` in the `period` (`day`, `month`) stays within `limit`; it is given back when the money is.",
  },
  absent: { count: [] },
  read: (keyword, draft) => ({
    count: keyword.items().flatMap((item) => {
      const limit = draft.expression(item.member("limit"), "Decimal");
      const amount = draft.expression(item.member("amount"), "Decimal");
      return limit && amount ? [{ limit, amount, period: item.get("period")?.value === "day" ? "day" : "month" }] : [];
    }),
  }),
  expressions: ({ count: counts }) => counts.flatMap(({ limit, amount }) => [limit, amount]),
  compare: [
    {
      member: "count",
      words: { zh: "额度", en: "counted" },
      guards: true,
      risk: [
        "control-loosened",
        (was, is) => was.count.some((item) => is.count.every((other) => isDropped(item, other))),
      ],
    },
  ],
  examples: {
    good: [
      {
        value: [{ limit: "self.fee", period: "month", amount: "self.amount" }],
        at: { on: "more", from: "open", to: "open", by: "provider" },
      },
    ],
    bad: [
      {
        value: [{ limit: "self.fee", period: "week", amount: "self.amount" }],
        at: { on: "more", from: "open", to: "open", by: "provider" },
        rule: "bad-value",
      },
      {
        value: [{ limit: "self.title", period: "day", amount: "self.amount" }],
        at: { on: "more", from: "open", to: "open", by: "provider" },
        rule: "bad-expression",
      },
    ],
  },
});
