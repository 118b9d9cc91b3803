/** Extends the engine's plans with properties of the payment vocabulary. */
import type { userStatuses } from "../contract/constants.gen.ts";
import type { Expression } from "@portolan/engine";

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
/** A movement of money between two accounts. */
export interface MoneyLine {
  from: LedgerAccount;
  to: LedgerAccount;
  amount: Expression;
  /** ISO 4217 code, or an expression that evaluates to one. */
  currency: { code: string } | { expression: Expression };
  /** Number of the merchant that owns the account `to`; defaults to the record's own merchant. */
  toMerchant?: Expression;
}
declare module "../engine/model/entity.ts" {
  interface FieldPlan {
    /** Ledger account whose balance is the sum of this field over all records, per merchant and currency. */
    ledger?: LedgerAccount;
  }
  interface TransitionPlan {
    /**
     * Movements to post, or how to undo earlier ones. `release` returns everything this record still holds. `reverse`
     * undoes the postings of an earlier event. `again` releases the hold and repeats the postings of that event with
     * the current figures of the record.
     */
    money?: { lines: MoneyLine[] } | { release: true } | { reverse: string } | { again: string };
    count: { limit: Expression; period: "day" | "month"; amount: Expression }[];
    /** New certification status of the merchant: 4 not certified, 0 under review, -1 failed, 1 passed. */
    userStatus?: (typeof userStatuses)[number];
    /** New name of the merchant. */
    renames?: Expression;
    /** New English name of the merchant; may be empty. */
    renamesEn?: Expression;
    /** New name of the merchant's user, if only an email address is known so far. */
    introduces?: Expression;
    /** Whether the event keeps the parties of an application and their records equal. */
    parties?: true;
  }
}
