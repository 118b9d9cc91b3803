import type { Keyword } from "../schema/keyword.ts";

const said = (zh: string, en: string) => ({ zh, en });
const plain = {
  label: said("本次付款", "This payment"),
  currency: "'USD'",
  lead: { field: "amount", label: said("对方收到", "They receive") },
  lines: [{ field: "fee" }],
  empty: said("填写金额后显示手续费。", "Enter an amount to see the fee."),
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
            says: said("单笔最低 {limits.singleMin}", "{limits.singleMin} at least"),
            when: "has(self.fee)",
          },
          {
            id: "rest",
            label: said("此后余额", "Left after"),
            value: "limits.singleMin - self.amount",
            strong: true,
          },
          { id: "how", label: said("方式", "How"), says: said("银行转账", "By bank transfer") },
        ],
        short: {
          by: "self.amount - limits.singleMin",
          says: said("还差 {short}", "You are {short} short"),
          links: [{ label: said("换汇", "Exchange"), to: "/sample?buy={currency}&amount={short}" }],
        },
      },
    },
  ],
  bad: [
    { value: { ...plain, lines: [{ field: "fees" }] }, rule: "unknown-field", suggestion: "fee" },
    { value: { ...plain, lines: [{ id: "rest", label: said("余额", "Left") }] }, rule: "missing-word" },
    { value: { ...plain, currency: "self.amout" }, rule: "bad-expression", suggestion: "amount" },
    {
      value: { ...plain, lines: [{ field: "fee", says: said("每笔 {limits.singleMn}", "{limits.singleMin}") }] },
      rule: "bad-expression",
      suggestion: "singleMin",
    },
    {
      value: { ...plain, lines: [{ field: "fee", says: said("每笔 {feee}", "{fee}") }] },
      rule: "unknown-field",
      suggestion: "fee",
    },
    { value: { ...plain, empty: { zh: "空" } }, rule: "missing-language" },
  ],
};
