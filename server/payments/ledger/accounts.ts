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
/** Accounts that have a balance per merchant and currency. The others are house accounts, which only have postings. */
const KEPT: ReadonlySet<string> = new Set<LedgerAccount>(["avail", "hold", "in", "card", "cardhold"]);
/** Accounts whose money belongs to open orders. `ledger_hold` stores the amount of each order. */
const HOLDING: ReadonlySet<string> = new Set<LedgerAccount>(["hold", "cardhold"]);
/**
 * Number of ids per house account. Postings are distributed among them, so that merchants do not contend for one index
 * page.
 */
const BUCKETS = 16;

/** Returns whether an account has a balance, which may not become negative. */
export const isKept = (name: string): boolean => KEPT.has(name);
export const isHolding = (name: string): boolean => HOLDING.has(name);

/**
 * Returns an account id such as `avail:CNY`. For house accounts, it contains a bucket chosen by the transaction id:
 * `house:nostro:CNY:7`.
 */
export function formatAccountId(name: LedgerAccount, currency: string, txnId: string): string {
  if (isKept(name)) return `${name}:${currency}`;
  return `house:${name}:${currency}:${Number.parseInt(txnId.slice(-2), 16) % BUCKETS}`;
}
/** Parses an account id such as `avail:CNY`. @throws Error for an unknown account, or without a currency */
export function parseAccountId(id: string): { name: LedgerAccount; currency: string } {
  const [name = "", currency] = id.split(":");
  return { name: parseAccount(name), currency: assertPresent(currency, `the currency of the account ${id}`) };
}

/** Parses the name of an account. @throws Error for an unknown name */
export const parseAccount = (name: string): LedgerAccount =>
  assertPresent(
    ACCOUNTS.find((item) => item === name),
    `the account ${name}`,
  );
