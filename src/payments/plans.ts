/** Extensions of plans by the payment vocabulary. */
import type { Expression } from "../engine/index.ts";

/** Accounts of the ledger. */
export type LedgerAccount =
  | "avail"
  | "hold"
  | "in"
  | "nostro"
  | "suspense"
  | "fx"
  | "fee"
  | "card"
  | "cardhold"
  | "cardfloat";
/** One movement between two accounts. */
export interface MoneyLine {
  from: LedgerAccount;
  to: LedgerAccount;
  amount: Expression;
  /** An ISO code or an expression that gives one. */
  currency: { code: string } | { expression: Expression };
  /** Number of the merchant whose account `to` is; the record's own where it is absent. */
  toMerchant?: Expression;
}
declare module "../engine/model/entity.ts" {
  interface FieldPlan {
    /** The ledger account whose balance is the sum of this field over all records, per merchant and currency. */
    ledger?: LedgerAccount;
  }
  interface TransitionPlan {
    /**
     * Lines, or undo: `release` returns what this record still holds, `reverse` undoes the postings of an earlier event, `again` releases and holds
     * the amounts of that event at the record's current figures.
     */
    money?: { lines: MoneyLine[] } | { release: true } | { reverse: string } | { again: string };
    count: { limit: Expression; period: "day" | "month"; amount: Expression }[];
    /** Certification status of the merchant from then on: 4 not certified, 0 under review, -1 failed, 1 passed. */
    userStatus?: 4 | 0 | -1 | 1;
    /** The name that the merchant carries from then on. */
    renames?: Expression;
    /** The English name; may be empty. */
    renamesEn?: Expression;
    /** Name of the merchant's user from then on, if the user has none but an e-mail address. */
    introduces?: Expression;
  }
}
