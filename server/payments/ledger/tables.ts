/**
 * Tables of money and of what happens to orders: the ledger, holds, limits, timelines, jobs and messages. `m` (merchant) leads every key
 * that belongs to a merchant. Rows of `ledger_txn`, `ledger_posting`, `order_event` and `audit` are only ever inserted.
 */
export const moneyTables: readonly string[] = [
  // Accounts of merchants keep a balance in minor units; house accounts are postings only, so that no row is everybody's.
  `CREATE TABLE IF NOT EXISTS ledger_account (
    m text NOT NULL, id text NOT NULL, name text NOT NULL, currency text NOT NULL,
    balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0), seq bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (m, id))`,
  `CREATE TABLE IF NOT EXISTS ledger_txn (
    m text NOT NULL, id text NOT NULL, kind text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, step text NOT NULL,
    reverses text, remark text, at timestamptz NOT NULL,
    PRIMARY KEY (m, id), UNIQUE (m, order_kind, order_id, step), UNIQUE (m, reverses))`,
  // Lines 2k and 2k+1 are the two ends of one movement. "seq" numbers an account's postings without gaps, in the order of their balances.
  `CREATE TABLE IF NOT EXISTS ledger_posting (
    m text NOT NULL, account_id text NOT NULL, txn_id text NOT NULL, line integer NOT NULL, txn_m text NOT NULL,
    name text NOT NULL, currency text NOT NULL, amount bigint NOT NULL CHECK (amount <> 0),
    seq bigint, balance_after bigint, at timestamptz NOT NULL,
    PRIMARY KEY (m, txn_id, line), UNIQUE (m, account_id, seq))`,
  `CREATE INDEX IF NOT EXISTS ledger_posting_statement ON ledger_posting (m, name, at)`,
  // What an order still holds, and where it goes when released.
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
  `CREATE TABLE IF NOT EXISTS order_event (
    m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, seq integer NOT NULL, event text NOT NULL,
    "from" text, "to" text NOT NULL, by text NOT NULL, user_id text, username text, reason text, at timestamptz NOT NULL,
    PRIMARY KEY (m, order_kind, order_id, seq))`,
  // How often a record's receipt was printed: each print after the first says so.
  `CREATE TABLE IF NOT EXISTS receipt_print (m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, prints integer NOT NULL, PRIMARY KEY (m, order_kind, order_id))`,
  `CREATE TABLE IF NOT EXISTS notification (
    m text NOT NULL, id text NOT NULL, user_id text, order_kind text NOT NULL, order_id text NOT NULL, event text NOT NULL,
    "to" text NOT NULL, reason text, at timestamptz NOT NULL, read_at timestamptz,
    PRIMARY KEY (m, id))`,
  `CREATE INDEX IF NOT EXISTS notification_of ON notification (m, user_id, at)`,
  // run_at is the product's clock, lease_until real time.
  `CREATE TABLE IF NOT EXISTS job (
    id text NOT NULL PRIMARY KEY, kind text NOT NULL, dedupe text NOT NULL UNIQUE, m text NOT NULL, state text NOT NULL,
    run_at timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 0, lease_until timestamptz NOT NULL, error text, payload json NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS job_due ON job (state, run_at)`,
  // Mails and text messages that the product sends; the sandbox shows them to the operator instead of sending.
  `CREATE TABLE IF NOT EXISTS outbox (
    id text NOT NULL PRIMARY KEY, m text, channel text NOT NULL, target text NOT NULL, subject text NOT NULL, body text NOT NULL,
    at timestamptz NOT NULL, sent_at timestamptz)`,
  `CREATE INDEX IF NOT EXISTS outbox_at ON outbox (at)`,
  // Chained per merchant: hash = SHA-256(prev_hash + the row).
  `CREATE TABLE IF NOT EXISTS audit_head (m text NOT NULL PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS audit (
    m text NOT NULL, seq bigint NOT NULL, at timestamptz NOT NULL, actor text NOT NULL, action text NOT NULL, object text NOT NULL,
    ip text, trace_id text, detail json NOT NULL, prev_hash text NOT NULL, hash text NOT NULL,
    PRIMARY KEY (m, seq))`,
  `CREATE TABLE IF NOT EXISTS sandbox_state (name text NOT NULL PRIMARY KEY, value text NOT NULL)`,
  // The newest entries of all a merchant's accounts: the first page of wallet details reads twenty of them, not all.
  // What became of the money, in both languages, as it was when the notice was written.
  `ALTER TABLE notification ADD COLUMN IF NOT EXISTS money json`,
  `CREATE INDEX IF NOT EXISTS ledger_posting_recent ON ledger_posting (m, at)`,
  // The other ends of transactions between merchants, which are few.
  `CREATE INDEX IF NOT EXISTS ledger_posting_across ON ledger_posting (txn_m, txn_id) WHERE m <> txn_m`,
  // Whether a merchant's books are proven (`book-state.ts`), in real time. state: open | closed; reason: finding | unproven.
  `CREATE TABLE IF NOT EXISTS book_state (
    m text NOT NULL PRIMARY KEY, state text NOT NULL, reason text, findings json, since timestamptz NOT NULL, proven_at timestamptz)`,
  // The same in the very order of the list, so that a page needs no sort: what is thought of as few rows is otherwise read and sorted whole.
  `CREATE INDEX IF NOT EXISTS ledger_posting_entry ON ledger_posting (m, at, ((txn_id || '-' || CAST(line AS text))) COLLATE "C")`,
  `DROP INDEX IF EXISTS ledger_posting_recent`,
  // Read by nothing, and a short way to few rows only by name.
  `DROP INDEX IF EXISTS ledger_posting_statement`,
];
