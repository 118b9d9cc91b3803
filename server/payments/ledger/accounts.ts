import type { LedgerAccount } from "../../../src/payments/plans.ts";
import { assertPresent } from "../../core/required.ts";

/** All accounts, in the order of the specification. */
const ACCOUNTS = [
  "avail",
  "hold",
  "in",
  "card",
  "cardhold",
  "cardfloat",
  "nostro",
  "suspense",
  "fx",
  "fee",
] as const satisfies readonly LedgerAccount[];
/** Accounts with a balance per merchant and currency. The others are house accounts, which have postings only. */
const KEPT: ReadonlySet<string> = new Set<LedgerAccount>(["avail", "hold", "in", "card", "cardhold"]);
/** Accounts whose money belongs to open orders; `ledger_hold` stores to which. */
const HOLDING: ReadonlySet<string> = new Set<LedgerAccount>(["hold", "cardhold"]);
/** Number of ids of a house account. Its postings are spread over them, so that merchants do not contend for one index page. */
const BUCKETS = 16;

/** Returns whether an account has a balance, which may not fall below zero. */
export const isKept = (name: string): boolean => KEPT.has(name);
/** Returns whether money on the account is reserved for an order. */
export const isHolding = (name: string): boolean => HOLDING.has(name);

/** Returns `avail:CNY`; for house accounts `house:nostro:CNY:7`, with the bucket of the transaction's id. */
export function formatAccountId(name: LedgerAccount, currency: string, txnId: string): string {
  if (isKept(name)) return `${name}:${currency}`;
  return `house:${name}:${currency}:${Number.parseInt(txnId.slice(-2), 16) % BUCKETS}`;
}
/** Returns the name and the currency of the id of an account with a balance. @throws Error for any other text */
export function parseAccountId(id: string): { name: LedgerAccount; currency: string } {
  const [name = "", currency] = id.split(":");
  return { name: parseAccount(name), currency: assertPresent(currency, `the currency of the account ${id}`) };
}

/** Returns the account of that name. @throws Error for an unknown name */
export const parseAccount = (name: string): LedgerAccount =>
  assertPresent(
    ACCOUNTS.find((one) => one === name),
    `the account ${name}`,
  );
