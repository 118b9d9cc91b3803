import type { Keyword } from "../schema/keyword.ts";

const text = (zh: string, en: string) => ({ zh, en });
const plain = {
  label: text("本次付款", "This payment"),
  currency: "'USD'",
  lead: { field: "amount", label: text("对方收到", "They receive") },
  lines: [{ field: "fee" }],
  empty: text("填写金额后显示手续费。", "Enter an amount to see the fee."),
};

/** Examples of `x-summary`. */
export const summaryExamples: Keyword["examples"] = {
  good: [
    {
      value: {
        ...plain,
        lines: [
          {
            field: "fee",
            says: text("单笔最低 {limits.singleMin}", "{limits.singleMin} at least"),
            when: "has(self.fee)",
          },
          {
            id: "rest",
            label: text("此后余额", "Left after"),
            value: "limits.singleMin - self.amount",
            strong: true,
          },
          { id: "how", label: text("方式", "How"), says: text("银行转账", "By bank transfer") },
        ],
        short: {
          by: "self.amount - limits.singleMin",
          says: text("还差 {short}", "You are {short} short"),
          links: [{ label: text("换汇", "Exchange"), to: "/sample?buy={currency}&amount={short}" }],
        },
      },
    },
  ],
  bad: [
    { value: { ...plain, lines: [{ field: "fees" }] }, rule: "unknown-field", suggestion: "fee" },
    { value: { ...plain, lines: [{ id: "rest", label: text("余额", "Left") }] }, rule: "missing-word" },
    { value: { ...plain, currency: "self.amout" }, rule: "bad-expression", suggestion: "amount" },
    {
      value: { ...plain, lines: [{ field: "fee", says: text("每笔 {limits.singleMn}", "{limits.singleMin}") }] },
      rule: "bad-expression",
      suggestion: "singleMin",
    },
    {
      value: { ...plain, lines: [{ field: "fee", says: text("每笔 {feee}", "{fee}") }] },
      rule: "unknown-field",
      suggestion: "fee",
    },
    { value: { ...plain, each: { list: "title", facts: "harbours" } }, rule: "no-rows" },
    { value: { ...plain, empty: { zh: "空" } }, rule: "missing-language" },
  ],
};
