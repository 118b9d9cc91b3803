import type { Queries } from "../store/database.ts";

/** One broken promise of the ledger: which, where, and the figures. */
export interface Finding { rule: string; where: string; detail: string }

/** Each check selects what must not exist. The numbers are those of the invariants I1-I6. */
const CHECKS: readonly { rule: string; sql: string }[] = [
  { rule: "I1 a transaction sums to zero per currency",
    sql: "SELECT txn_m AS place, txn_id || ' ' || currency AS detail FROM ledger_posting GROUP BY txn_m, txn_id, currency HAVING sum(amount) <> 0" },
  { rule: "I2 a balance is the sum of its postings",
    sql: `SELECT a.m AS place, a.id || ' ' || a.balance || ' against ' || coalesce(p.total, 0) AS detail FROM ledger_account a
      LEFT JOIN (SELECT m, account_id, sum(amount) AS total, count(*) AS n FROM ledger_posting WHERE seq IS NOT NULL GROUP BY m, account_id) p
        ON p.m = a.m AND p.account_id = a.id
      WHERE a.balance <> coalesce(p.total, 0) OR a.seq <> coalesce(p.n, 0)` },
  { rule: "I2 the balance after a posting is the sum up to it",
    sql: `SELECT m AS place, account_id || ' #' || seq AS detail FROM (
        SELECT m, account_id, seq, balance_after, sum(amount) OVER (PARTITION BY m, account_id ORDER BY seq) AS total FROM ledger_posting WHERE seq IS NOT NULL) s
      WHERE balance_after <> total` },
  { rule: "I3 reserved accounts are the sum of what open orders hold",
    sql: `SELECT a.m AS place, a.id || ' ' || a.balance || ' against ' || coalesce(h.total, 0) AS detail FROM ledger_account a
      LEFT JOIN (SELECT m, account_id, sum(amount) AS total FROM ledger_hold GROUP BY m, account_id) h ON h.m = a.m AND h.account_id = a.id
      WHERE a.name IN ('hold', 'cardhold') AND a.balance <> coalesce(h.total, 0)` },
  { rule: "I4 nothing is below zero",
    sql: `SELECT m AS place, id || ' ' || balance AS detail FROM ledger_account WHERE balance < 0
      UNION ALL SELECT m, order_id || ' ' || amount FROM ledger_hold WHERE amount < 0
      UNION ALL SELECT m, account_id || ' #' || seq || ' ' || balance_after FROM ledger_posting WHERE balance_after < 0` },
  { rule: "I5 a step of an order is posted once",
    sql: "SELECT m AS place, order_id || ' ' || step AS detail FROM ledger_txn GROUP BY m, order_kind, order_id, step HAVING count(*) > 1" },
  { rule: "I5 every posting has its transaction",
    sql: `SELECT p.txn_m AS place, p.txn_id AS detail FROM ledger_posting p LEFT JOIN ledger_txn t ON t.m = p.txn_m AND t.id = p.txn_id WHERE t.id IS NULL` },
  { rule: "I8 everything sums to zero per currency",
    sql: "SELECT currency AS place, CAST(sum(amount) AS text) AS detail FROM ledger_posting GROUP BY currency HAVING sum(amount) <> 0" },
  { rule: "I9 a limit's counter is the sum of its orders",
    sql: `SELECT c.m AS place, c.rule || ' ' || c.period || ' ' || c.used || ' against ' || coalesce(e.total, 0) AS detail FROM limit_counter c
      LEFT JOIN (SELECT m, rule, period, sum(amount) AS total FROM limit_entry GROUP BY m, rule, period) e ON e.m = c.m AND e.rule = c.rule AND e.period = c.period
      WHERE c.used <> coalesce(e.total, 0)` },
];

/** Reads the whole ledger and says what does not hold; an empty list is the good answer. */
export async function verifyLedger(db: Queries): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    for (const row of await db.query(check.sql)) findings.push({ rule: check.rule, where: row.place, detail: row.detail });
  }
  return findings;
}
