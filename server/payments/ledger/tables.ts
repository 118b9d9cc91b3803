import type { Finding } from "./verify.ts";
import type { RowsOf } from "../../store/sql-types.ts";

/**
 * Tables for money: ledger, holds, limits and the state of the books. Every key of a merchant's row begins with `m`
 * (the merchant). Rows of `ledger_txn` and `ledger_posting` are never updated or deleted.
 */
export const moneyTables = [
  // Accounts of merchants have a balance in minor units. House accounts have postings only, so that merchants do not
  // contend for one row.
  `CREATE TABLE IF NOT EXISTS ledger_account (
    m text NOT NULL, id text NOT NULL, name text NOT NULL, currency text NOT NULL,
    balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0), seq bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (m, id))`,
  `CREATE TABLE IF NOT EXISTS ledger_txn (
    m text NOT NULL, id text NOT NULL, kind text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, step text NOT NULL,
    reverses text, remark text, at timestamptz NOT NULL,
    PRIMARY KEY (m, id), UNIQUE (m, order_kind, order_id, step), UNIQUE (m, reverses))`,
  // Lines 2k and 2k+1 are the two sides of one movement. "seq" numbers an account's postings without gaps, in the order
  // in which they changed its balance; null for house accounts.
  `CREATE TABLE IF NOT EXISTS ledger_posting (
    m text NOT NULL, account_id text NOT NULL, txn_id text NOT NULL, line integer NOT NULL, txn_m text NOT NULL,
    name text NOT NULL, currency text NOT NULL, amount bigint NOT NULL CHECK (amount <> 0),
    seq bigint, balance_after bigint, at timestamptz NOT NULL,
    PRIMARY KEY (m, txn_id, line), UNIQUE (m, account_id, seq))`,
  `CREATE INDEX IF NOT EXISTS ledger_posting_statement ON ledger_posting (m, name, at)`,
  // The amount that an order still holds, and the account that receives it on release.
  `CREATE TABLE IF NOT EXISTS ledger_hold (
    m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, account_id text NOT NULL, source_id text NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (m, order_kind, order_id, account_id, source_id))`,
  `CREATE TABLE IF NOT EXISTS limit_counter (
    m text NOT NULL, rule text NOT NULL, period text NOT NULL, used numeric NOT NULL CHECK (used >= 0), max numeric NOT NULL,
    PRIMARY KEY (m, rule, period))`,
  `CREATE TABLE IF NOT EXISTS limit_entry (
    m text NOT NULL, rule text NOT NULL, period text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, step text NOT NULL,
    amount numeric NOT NULL,
    PRIMARY KEY (m, order_kind, order_id, step, rule))`,
  // Superseded by `ledger_posting_entry`, and dropped below. Kept, because existing statements must not change.
  `CREATE INDEX IF NOT EXISTS ledger_posting_recent ON ledger_posting (m, at)`,
  // Finds the other ends of transactions between merchants, which are few.
  `CREATE INDEX IF NOT EXISTS ledger_posting_across ON ledger_posting (txn_m, txn_id) WHERE m <> txn_m`,
  // Whether a merchant's books are proven (`book-state.ts`). Times are real time. state: open | closed; reason: finding
  // | unproven | operator.
  `CREATE TABLE IF NOT EXISTS book_state (
    m text NOT NULL PRIMARY KEY, state text NOT NULL, reason text, findings json, since timestamptz NOT NULL, proven_at timestamptz)`,
  // Sorted like the list, so that a page needs no sort. Without this index, the planner would underestimate the rows,
  // and read and sort all of them.
  `CREATE INDEX IF NOT EXISTS ledger_posting_entry ON ledger_posting (m, at, ((txn_id || '-' || CAST(line AS text))) COLLATE "C")`,
  `DROP INDEX IF EXISTS ledger_posting_recent`,
  // Contains only orders with money on hold.
  `CREATE INDEX IF NOT EXISTS ledger_hold_open ON ledger_hold (m, account_id) WHERE amount > 0`,
  // Dropped, because no query uses it any more.
  `DROP INDEX IF EXISTS ledger_posting_statement`,
  // A transaction has a row for each merchant that it touches. Transactions of earlier releases have only the row of
  // the merchant that initiated them, so the others are added.
  `INSERT INTO ledger_txn (m, id, kind, order_kind, order_id, step, reverses, remark, at)
    SELECT DISTINCT p.m, t.id, t.kind, t.order_kind, t.order_id, t.step, t.reverses, t.remark, t.at
      FROM ledger_posting p JOIN ledger_txn t ON t.m = p.txn_m AND t.id = p.txn_id WHERE p.m <> p.txn_m ON CONFLICT DO NOTHING`,
] as const;
declare module "../../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof moneyTables,
    {
      book_state: {
        state: "open" | "closed";
        reason: "finding" | "unproven" | "operator" | null;
        findings: Finding[] | null;
      };
    }
  > {}
}
