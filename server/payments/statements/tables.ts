import type { RowsOf } from "../../store/sql-types.ts";

/** Tables of own accounts, of ledger transactions proven by bank entries, and of reconciliations. `m` is the tenant of the house. */
export const statementTables = [
  // Which bank entry proves which ledger transaction. Each transaction is proven at most once.
  `CREATE TABLE IF NOT EXISTS bank_proof (
    m text NOT NULL, txn_m text NOT NULL, txn_id text NOT NULL, line_id text NOT NULL, day date NOT NULL,
    PRIMARY KEY (m, txn_m, txn_id))`,
  // One row per day on which bank and ledger were compared, with or without a difference. Amounts are the movements
  // since the first statement.
  `CREATE TABLE IF NOT EXISTS reconciliation (
    m text NOT NULL, checked_on date NOT NULL, currency text NOT NULL, day date NOT NULL,
    bank numeric NOT NULL, ledger numeric NOT NULL, waiting numeric NOT NULL, difference numeric NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (m, checked_on, currency))`,
  // Accounts at banks whose statements are imported. opening: balance before the first statement, null until two operators
  // have entered it; state: unconfirmed (taken over from stored statements) | confirmed | closed.
  `CREATE TABLE IF NOT EXISTS own_account (
    m text NOT NULL, account text NOT NULL, currency text NOT NULL, opening text, state text NOT NULL, changed_at timestamptz NOT NULL,
    PRIMARY KEY (m, account, currency))`,
  // Finds transactions by amount over the house accounts of all merchants, because a bank entry names no merchant.
  `CREATE INDEX IF NOT EXISTS ledger_posting_nostro ON ledger_posting (currency, amount, at) WHERE name = 'nostro'`,
  // Number of a fact within its entry, from 1. Null in rows of earlier releases, which the index does not compare.
  `ALTER TABLE bank_proof ADD COLUMN IF NOT EXISTS part integer`,
  `CREATE UNIQUE INDEX IF NOT EXISTS bank_proof_part ON bank_proof (m, line_id, part)`,
  // Bank references and UETRs of outgoing orders. Each identifies one order over all merchants.
  `CREATE TABLE IF NOT EXISTS bank_reference (
    m text NOT NULL, reference text NOT NULL, order_m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL,
    PRIMARY KEY (m, reference))`,
] as const;
declare module "../../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof statementTables,
    { own_account: { state: "unconfirmed" | "confirmed" | "closed" } }
  > {}
}
