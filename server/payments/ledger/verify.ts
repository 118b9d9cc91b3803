/**
 * Verifies the invariants of a merchant's money. Each query reads one snapshot. Queries of postings and transactions
 * read a bounded key range, so that the work grows linearly with the rows.
 */
import type { Tables } from "../../store/sql-types.ts";
import { assertPresent } from "../../core/required.ts";
import type { Queries } from "../../store/database.ts";
import { listParameters, listTenants, splitRanges, buildRangeCondition, type Range } from "./ranges.ts";

export interface Finding {
  rule: string;
  where: string;
  detail: string;
}

/** Maximum number of postings of an account that one query sums. */
const STRIDE = 5_000n;

/** Verifies the ledger of one merchant or, without `tenant`, of all merchants. Returns the findings. */
export async function verifyLedger(db: Queries, tenant?: string): Promise<Finding[]> {
  if (tenant === undefined) return checkEach(db, (tenantId) => verifyLedger(db, tenantId));
  const findings = await verifyAccounts(db, tenant);
  for (const check of WHOLE) {
    findings.push(
      ...(await db.query(check.sql, [tenant])).map(({ detail }) => ({
        rule: check.rule,
        where: tenant,
        detail: String(detail),
      })),
    );
  }
  const sums = new Map<string, bigint>();
  for (const range of await splitRanges(db, "ledger_posting", "txn_id", tenant))
    findings.push(...(await verifyTransactions(db, tenant, range, sums)));
  for (const [currency, sum] of sums)
    if (sum !== 0n)
      findings.push({ rule: "I8 everything sums to zero per currency", where: tenant, detail: `${currency} ${sum}` });
  return findings;
}

export async function checkEach<T>(db: Queries, check: (tenant: string) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const tenant of await listTenants(db)) found.push(...(await check(tenant)));
  return found;
}

/** Per-merchant checks that need only one query. */
const WHOLE: readonly { rule: string; sql: string }[] = [
  {
    rule: "I3 reserved accounts are the sum of what open orders hold",
    sql: `SELECT a.id || ' ' || a.balance || ' against ' || coalesce(h.total, 0) AS detail FROM ledger_account a
      LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_hold WHERE m = $1 GROUP BY account_id) h ON h.account_id = a.id
      WHERE a.m = $1 AND a.name IN ('hold', 'cardhold') AND a.balance <> coalesce(h.total, 0)`,
  },
  {
    rule: "I4 nothing is below zero",
    sql: `SELECT id || ' ' || balance AS detail FROM ledger_account WHERE m = $1 AND balance < 0
      UNION ALL SELECT order_id || ' ' || amount FROM ledger_hold WHERE m = $1 AND amount < 0`,
  },
  {
    rule: "I9 a limit's counter is the sum of its orders",
    sql: `SELECT c.rule || ' ' || c.period || ' ' || c.used || ' against ' || coalesce(e.total, 0) AS detail FROM limit_counter c
      LEFT JOIN (SELECT rule, period, sum(amount) AS total FROM limit_entry WHERE m = $1 GROUP BY rule, period) e ON e.rule = c.rule AND e.period = c.period
      WHERE c.m = $1 AND c.used <> coalesce(e.total, 0)`,
  },
];

interface AccountSum {
  n: string;
  total: string;
  /** Sequence number of the first posting whose balance is not the running sum. */
  wrong: string | null;
  /** Sequence number of the first posting with a negative balance. */
  below: string | null;
}

/**
 * I2, I4: verifies that each posting of an account contains the running sum as its balance, that no such balance is
 * negative, that the account's balance is the total, and that no posting is missing.
 */
async function verifyAccounts(db: Queries, tenant: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  // Read the sequence number together with the balance: later postings have a higher number and are ignored.
  const found = await db.query<Pick<Tables["ledger_account"], "id" | "balance" | "seq"> & { last: string | null }>(
    "SELECT a.id, a.balance, a.seq, (SELECT max(p.seq) FROM ledger_posting p WHERE p.m = $1 AND p.account_id = a.id) AS last FROM ledger_account a WHERE a.m = $1 ORDER BY a.id",
    [tenant],
  );
  for (const { id, balance, seq, last } of found) {
    let total = 0n;
    let count = 0n;
    for (let from = 0n; from < BigInt(seq); from += STRIDE) {
      const upto = from + STRIDE < BigInt(seq) ? from + STRIDE : BigInt(seq);
      const [row] = await db.query<AccountSum>(
        `SELECT count(*) AS n, coalesce(sum(amount), 0) AS total, min(CASE WHEN balance_after <> running THEN seq END) AS wrong, min(CASE WHEN balance_after < 0 THEN seq END) AS below FROM (
           SELECT seq, amount, balance_after, CAST($5 AS numeric) + sum(amount) OVER (ORDER BY seq) AS running FROM ledger_posting WHERE m = $1 AND account_id = $2 AND seq > $3 AND seq <= $4) s`,
        [tenant, id, from.toString(), upto.toString(), total.toString()],
      );
      const sum = assertPresent(row, "the sum of an account");
      if (sum.wrong !== null)
        findings.push({
          rule: "I2 the balance after a posting is the sum up to it",
          where: tenant,
          detail: `${id} #${sum.wrong}`,
        });
      if (sum.below !== null)
        findings.push({ rule: "I4 nothing is below zero", where: tenant, detail: `${id} #${sum.below}` });
      total += BigInt(sum.total);
      count += BigInt(sum.n);
    }
    if (total !== BigInt(balance) || count !== BigInt(seq) || BigInt(last ?? 0) > BigInt(seq)) {
      findings.push({
        rule: "I2 a balance is the sum of its postings",
        where: tenant,
        detail: `${id} ${balance} against ${total}, ${seq} postings against ${last !== null && BigInt(last) > BigInt(seq) ? last : count}`,
      });
    }
  }
  return findings;
}

/** I1, I5: verifies the transactions in a range. Adds their imbalance to `sums` by currency, for I8. */
async function verifyTransactions(
  db: Queries,
  tenant: string,
  range: Range,
  sums: Map<string, bigint>,
): Promise<Finding[]> {
  const keys = listParameters(tenant, range);
  // The partial index `ledger_posting_across` finds the postings of a transaction's other merchant.
  const uneven = await db.query<{ id: string; currency: string; sum: string }>(
    `SELECT txn_id AS id, currency, sum(amount) AS sum FROM (
       SELECT txn_id, currency, amount FROM ledger_posting WHERE m = $1 AND txn_m = $1 AND ${buildRangeCondition("txn_id", range)}
       UNION ALL SELECT txn_id, currency, amount FROM ledger_posting WHERE txn_m = $1 AND m <> txn_m AND ${buildRangeCondition("txn_id", range)}) s
     GROUP BY txn_id, currency HAVING sum(amount) <> 0 ORDER BY 1, 2`,
    keys,
  );
  for (const { currency, sum } of uneven) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(sum));
  // Scalar subselects force an index lookup per row, regardless of the planner's statistics.
  const twice = await db.query(
    `SELECT id, order_id, step FROM (SELECT t.id, t.order_id, t.step,
       (SELECT count(*) FROM ledger_txn o WHERE o.m = t.m AND o.order_kind = t.order_kind AND o.order_id = t.order_id AND o.step = t.step) AS times FROM ledger_txn t WHERE t.m = $1 AND ${buildRangeCondition("t.id", range)}) s
     WHERE times > 1 ORDER BY 1`,
    keys,
  );
  const loose = await db.query(
    `SELECT DISTINCT id FROM (SELECT p.txn_id AS id, (SELECT t.id FROM ledger_txn t WHERE t.m = p.m AND t.id = p.txn_id) AS txn FROM ledger_posting p WHERE p.m = $1 AND ${buildRangeCondition("p.txn_id", range)}) s
     WHERE txn IS NULL ORDER BY 1`,
    keys,
  );
  return [
    ...uneven.map(({ id, currency }) => ({
      rule: "I1 a transaction sums to zero per currency",
      where: tenant,
      detail: `${id} ${currency}`,
    })),
    ...twice.map(({ order_id, step }) => ({
      rule: "I5 a step of an order is posted once",
      where: tenant,
      detail: `${order_id} ${step}`,
    })),
    ...loose.map(({ id }) => ({ rule: "I5 every posting has its transaction", where: tenant, detail: String(id) })),
  ];
}
