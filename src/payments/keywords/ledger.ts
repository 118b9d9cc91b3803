import { compareMember, defineKeyword, findingMessages } from "@portolan/engine/compiler";
import type { LedgerAccount } from "../plans.ts";

/** Accounts whose balance a field can represent. */
const ACCOUNTS = ["avail", "hold", "in", "card", "cardhold"] as const satisfies readonly LedgerAccount[];

const describeInRows = (name: string) => ({
  zh: `账本按记录核对，行里的 "${name}" 不能代表账户：在记录上加一个字段，用 "x-compute" 对各行求和，"x-ledger" 写在那里`,
  en: `the books are compared by record, so "${name}" in rows cannot represent an account: add a field to the record whose "x-compute" sums the rows, and put "x-ledger" on it`,
});

/**
 * `x-ledger`: the ledger account whose balance equals the sum of the field over all records, per merchant and currency.
 */
export const ledger = defineKeyword({
  name: "x-ledger",
  on: ["field"],
  types: ["string"],
  schema: { enum: ACCOUNTS },
  doc: {
    zh: "这个金额在所有记录上之和，等于商户该币种的这个账本账户；账本检查会核对。",
    en: "The sum of this amount over all records is the balance of this ledger account, per merchant and currency; the check of the books compares them.",
  },
  field(keyword, { plan, entity, inRow }) {
    if (inRow) entity.report(keyword.location("key"), "ledger-in-rows", describeInRows(plan.name));
    else if (plan.currency) plan.ledger = keyword.oneOf(ACCOUNTS);
    else entity.report(keyword.location("key"), "ledger-without-currency", findingMessages.noAmount(plan.name));
  },
  compare: compareMember("ledger"),
  explain: null,
  examples: {
    good: [{ value: "card", with: { format: "decimal", "x-currency": "CNY", readOnly: true } }],
    bad: [
      { value: "cards", with: { format: "decimal", "x-currency": "CNY" }, rule: "bad-value", suggestion: "card" },
      { value: "card", rule: "ledger-without-currency" },
    ],
  },
});
