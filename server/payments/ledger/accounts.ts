import type { LedgerAccount } from "../../../src/payments/plans.ts";

/** Accounts that keep a balance, per merchant and currency; the others are the house's, postings only. */
const KEPT: ReadonlySet<string> = new Set<LedgerAccount>(["avail", "hold", "in", "card", "cardhold"]);
/** Accounts whose money belongs to open orders; `ledger_hold` says to which. */
const HOLDING: ReadonlySet<string> = new Set<LedgerAccount>(["hold", "cardhold"]);
/** Spreads the postings of a house account over this many ids, so that no index page is everybody's. */
const BUCKETS = 16;

/** Whether an account keeps a balance that may not fall below zero. */
export const isKept = (name: string): boolean => KEPT.has(name);
/** Whether money on the account is reserved for an order. */
export const isHolding = (name: string): boolean => HOLDING.has(name);

/** `avail:CNY`; for house accounts `house:nostro:CNY:7`, the bucket taken from the transaction's id. */
export function accountId(name: LedgerAccount, currency: string, txnId: string): string {
  if (isKept(name)) return `${name}:${currency}`;
  return `house:${name}:${currency}:${Number.parseInt(txnId.slice(-2), 16) % BUCKETS}`;
}
/** Name and currency of the id of a kept account. */
export function accountOf(id: string): { name: LedgerAccount; currency: string } {
  const [name, currency] = id.split(":");
  return { name: name as LedgerAccount, currency: currency! };
}
