/**
 * Entities with source `ledger` are read directly from the ledger. Each projection is a subselect with the columns of
 * an entity table (`m id status version schema_version created_at updated_at data`, and one `f_` column per field), so
 * that lists, filters, sums and exports work as for any other entity.
 */
import { toColumnName, getTableName, type Entity } from "@portolan/engine";
import type { LedgerAccount } from "../../../src/payments/plans.ts";
import type { MinorUnits } from "./minor-units.ts";
import { parseStatementNumbers, type NumberedStatement } from "./statement-number.ts";

/** Returns the SQL that converts a column in minor units to a decimal with the digits of its currency. */
function buildDecimalSql(minor: string, minorUnits: MinorUnits, currency: string): string {
  const other = Object.entries(minorUnits).filter(([code, digits]) => digits !== 2 && /^[A-Z]{3}$/.test(code));
  const as = (digits: number) => `CAST(CAST(${minor} AS numeric) / ${10 ** digits} AS numeric(38, ${digits}))`;
  return other.length === 0
    ? as(2)
    : `CASE ${currency} ${other.map(([code, digits]) => `WHEN '${code}' THEN ${as(digits)}`).join(" ")} ELSE ${as(2)} END`;
}

/** SQL by field name. `text`: SQL of the value in the record when it differs from the column. */
type Columns = Record<string, { sql: string; text?: string }>;

const buildJson = (columns: Columns): string =>
  `json_build_object(${Object.entries(columns)
    .map(([name, { sql, text }]) => `'${name}', ${text ?? sql}`)
    .join(", ")})`;

/** SQL of a projection: its columns, and the expressions for the key, the time and the table. */
interface Projection {
  columns: Columns;
  id: string;
  at: string;
  from: string;
  /** Column of the merchant. Default: `m`. */
  tenant?: string;
  /** JSON of the record. Default: all columns. */
  data?: string;
}

/** Returns the SQL of a projection with the columns of an entity's table. */
function selectAsTable({ columns, id, at, from, tenant = "m", data = buildJson(columns) }: Projection): string {
  return `SELECT ${tenant}, ${id} AS id, CAST(NULL AS text) AS status, 1 AS version, CAST(NULL AS text) AS schema_version, ${at} AS created_at, ${at} AS updated_at,
    ${data} AS data, ${Object.entries(columns)
      .map(([name, { sql }]) => `${sql} AS ${toColumnName(name)}`)
      .join(", ")} FROM ${from}`;
}

/** Returns the SQL for the month (`2026-11`) in the product's time zone, which has no daylight saving time. */
const buildMonth = (at: string) => `to_char((${at} + interval '8 hours') AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** Returns the SQL for the day (`2026-11-23`) in the product's time zone. */
const buildDay = (at: string) => `to_char((${at} + interval '8 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const buildDateSql = (date: string) => ({ sql: date, text: `CAST(${date} AS text)` });
const buildAmountSql = (minor: string, minorUnits: MinorUnits, currency = "currency") => ({
  sql: buildDecimalSql(minor, minorUnits, currency),
  text: `CAST(${buildDecimalSql(minor, minorUnits, currency)} AS text)`,
});

const IN_WALLET: Readonly<Record<LedgerAccount, boolean>> = {
  avail: true,
  hold: true,
  in: true,
  card: false,
  cardhold: false,
  cardfloat: false,
  nostro: false,
  suspense: false,
  fx: false,
  fee: false,
};
/**
 * SQL list of the accounts outside the wallet. The query excludes these accounts instead of listing the others: without
 * statistics, the planner would expect few rows and sort them.
 */
const ELSEWHERE = Object.entries(IN_WALLET)
  .flatMap(([name, isIn]) => (isIn ? [] : [`'${name}'`]))
  .join(", ");

/** Key of an entry. Same expression as in the index `ledger_posting_entry`. */
const ENTRY = "p.txn_id || '-' || CAST(p.line AS text)";

/** Field that names the counterparty, by entity. */
const PARTY: Readonly<Record<string, string>> = {
  withdrawal: "holder",
  remittance: "payeeName",
  recharge: "remitterName",
  transfer: "registeredName",
  clearing: "holder",
  cardRecharge: "cardLabel",
  cardApplication: "label",
};
/** Returns the SQL of the counterparty in the merchant's own order, or null if the order does not contain one. */
const buildOrderParty = (line: string, kind = `${line}.kind`): string =>
  `CASE ${kind} ${Object.entries(PARTY)
    .map(
      ([name, field]) =>
        `WHEN '${name}' THEN (SELECT e.data->>'${field}' FROM ${getTableName({ name })} e WHERE e.m = ${line}.m AND e.id = ${line}.order_id)`,
    )
    .join(" ")} END`;
/**
 * Returns the SQL of the counterparty's name: the payer of a received transfer, or else the counterparty in the
 * merchant's own order.
 */
const buildParty = (line: string): string => `coalesce(${line}.payer, ${buildOrderParty(line)})`;

/** Returns the SQL of whether a balance's merchant has terms of one of the products in its currency. */
const buildHasTerms = (products: string): string =>
  `EXISTS (SELECT 1 FROM ${getTableName({ name: "channel" })} c WHERE c.m = sums.m AND c.f_currency = sums.currency AND c.f_product IN (${products}))`;

/** Returns the SQL of a projection. `ids`: keys of the rows to read, or undefined for all. */
type ProjectionSql = (minorUnits: MinorUnits, ids: readonly string[] | undefined) => string;

const projections: Record<string, ProjectionSql> = {
  /**
   * One row per merchant and currency. The balance is the sum of the withdrawable and the unavailable amount. Money on
   * cards is not part of the balance.
   */
  wallet: (minorUnits) =>
    selectAsTable({
      columns: {
        currency: { sql: "currency" },
        balance: buildAmountSql("avail + held + incoming", minorUnits),
        withdrawable: buildAmountSql("avail", minorUnits),
        unavailable: buildAmountSql("held + incoming", minorUnits),
        hold: buildAmountSql("held", minorUnits),
        pending: buildAmountSql("incoming", minorUnits),
        holdOrders: {
          sql: "(SELECT CAST(count(*) AS integer) FROM ledger_hold h WHERE h.m = sums.m AND h.account_id = 'hold:' || sums.currency AND h.amount > 0)",
        },
        onCards: buildAmountSql("cards", minorUnits),
        canPay: { sql: buildHasTerms("CASE sums.currency WHEN 'CNY' THEN 'withdrawal' ELSE 'remittance' END") },
        canReceive: { sql: buildHasTerms("'recharge'") },
        canBuy: { sql: buildHasTerms("'swap', 'withdrawal', 'remittance', 'clearing'") },
      },
      id: "currency",
      at: "CAST(NULL AS timestamptz)",
      from: `(SELECT m, currency, sum(CASE WHEN name = 'avail' THEN balance ELSE 0 END) AS avail, sum(CASE WHEN name = 'hold' THEN balance ELSE 0 END) AS held,
        sum(CASE WHEN name = 'in' THEN balance ELSE 0 END) AS incoming,
        sum(CASE WHEN name IN ('card', 'cardhold') THEN balance ELSE 0 END) AS cards
      FROM ledger_account GROUP BY m, currency) AS sums`,
    }),
  /**
   * One row per posting on the merchant's own accounts, with the account's balance after it. The remark of a received
   * transfer names the other merchant. Values that the posting does not contain are scalar subselects by key, so that a
   * page is read in the order of `ledger_posting_entry` regardless of the planner's statistics, and a count evaluates
   * none of them unless it filters by them.
   */
  walletDetail: (minorUnits) => {
    const found =
      "FROM ledger_txn t LEFT JOIN merchant o ON o.id = p.txn_m AND p.txn_m <> p.m WHERE t.m = p.m AND t.id = p.txn_id";
    const own: Columns = {
      id: { sql: ENTRY },
      createdAt: { sql: "p.at", text: `to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
      account: { sql: "p.name" },
      currency: { sql: "p.currency" },
      change: buildAmountSql("p.amount", minorUnits, "p.currency"),
      balanceAfter: buildAmountSql("p.balance_after", minorUnits, "p.currency"),
      month: { sql: buildMonth("p.at") },
    };
    const lookedUp: Columns = {
      type: { sql: "CASE WHEN o.name IS NULL THEN t.order_kind ELSE 'received' END" },
      entity: { sql: "CASE WHEN o.name IS NULL THEN t.order_kind ELSE 'transferIn' END" },
      orderNo: { sql: "t.order_id" },
      remark: {
        sql: "CASE WHEN o.name IS NULL THEN coalesce(t.remark, '') WHEN coalesce(t.remark, '') = '' THEN o.name ELSE o.name || ' · ' || t.remark END",
      },
    };
    const apart = Object.entries(lookedUp).map(
      ([name, { sql }]) => [name, { sql: `(SELECT ${sql} ${found})` }] as const,
    );
    const data = `(SELECT ${buildJson({ ...own, ...lookedUp })} ${found})`;
    return selectAsTable({
      columns: { ...own, ...Object.fromEntries(apart) },
      id: ENTRY,
      at: "p.at",
      from: `ledger_posting p WHERE p.name NOT IN (${ELSEWHERE})`,
      tenant: "p.m",
      data,
    });
  },
  /**
   * One row per posting on the fee account. A refunded fee is a separate row with a negative amount. Values that the
   * posting does not contain are read as in `walletDetail`.
   */
  feeLine: (minorUnits) => {
    const found = "FROM ledger_txn t WHERE t.m = p.m AND t.id = p.txn_id";
    const own: Columns = {
      id: { sql: ENTRY },
      createdAt: { sql: "p.at", text: `to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
      currency: { sql: "p.currency" },
      amount: buildAmountSql("p.amount", minorUnits, "p.currency"),
    };
    const lookedUp: Columns = {
      entity: { sql: "t.order_kind" },
      orderNo: { sql: "t.order_id" },
      party: { sql: buildOrderParty("t", "t.order_kind") },
    };
    const apart = Object.entries(lookedUp).map(
      ([name, { sql }]) => [name, { sql: `(SELECT ${sql} ${found})` }] as const,
    );
    return selectAsTable({
      columns: { ...own, ...Object.fromEntries(apart) },
      id: ENTRY,
      at: "p.at",
      from: "ledger_posting p WHERE p.name = 'fee'",
      tenant: "p.m",
      data: `(SELECT ${buildJson({ ...own, ...lookedUp })} ${found})`,
    });
  },
  /**
   * One row per order, currency and booking day, with the total balance after it. Money that an order puts on hold and
   * releases again cancels out and produces no row. `pending`: part of the order's money has not been credited yet.
   */
  statementLine: (minorUnits) =>
    selectAsTable({
      columns: {
        id: { sql: "id" },
        createdAt: { sql: "at", text: `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
        type: { sql: "CASE WHEN payer IS NULL THEN kind ELSE 'received' END" },
        entity: { sql: "CASE WHEN payer IS NULL THEN kind ELSE 'transferIn' END" },
        orderNo: { sql: "order_id" },
        party: { sql: buildParty("lines") },
        currency: { sql: "currency" },
        credit: buildAmountSql("(CASE WHEN net > 0 THEN net END)", minorUnits),
        debit: buildAmountSql("(CASE WHEN net < 0 THEN -net END)", minorUnits),
        change: buildAmountSql("net", minorUnits),
        balance: buildAmountSql("after", minorUnits),
        booking: { sql: "CASE WHEN seen > 0 THEN 'pending' ELSE 'booked' END" },
        remark: { sql: "coalesce(remark, '')" },
        month: { sql: buildMonth("at") },
      },
      id: "id",
      at: "at",
      from: `(SELECT * FROM (SELECT m, currency, kind, order_id, payer, at, net, remark, kind || '-' || order_id || '-' || currency || '-' || day AS id,
          sum(net) OVER (PARTITION BY m, currency ORDER BY at, kind, order_id, day) AS after,
          sum(waiting) OVER (PARTITION BY m, currency, kind, order_id) AS seen
        FROM (SELECT p.m, p.currency, t.order_kind AS kind, t.order_id, ${buildDay("p.at")} AS day, max(o.name) AS payer, max(p.at) AS at, sum(p.amount) AS net,
            max(t.remark) AS remark, sum(CASE WHEN p.name = 'in' THEN p.amount ELSE 0 END) AS waiting
          FROM ledger_posting p JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id LEFT JOIN merchant o ON o.id = p.txn_m AND p.txn_m <> p.m
          WHERE p.name IN ('avail', 'hold', 'in') GROUP BY p.m, p.currency, t.order_kind, t.order_id, ${buildDay("p.at")}) AS days) AS running
        WHERE net <> 0) AS lines`,
    }),
  /**
   * One row per month and currency with movements. The movements are the rows of `statementLine`, so an order counts
   * once per day.
   */
  statement: (minorUnits) =>
    selectAsTable({
      columns: {
        id: { sql: "month || '-' || currency" },
        month: { sql: "month" },
        from: buildDateSql("CAST(month || '-01' AS date)"),
        to: buildDateSql("CAST(CAST(month || '-01' AS date) + interval '1 month' - interval '1 day' AS date)"),
        currency: { sql: "currency" },
        opening: buildAmountSql("closing - credit + debit", minorUnits),
        credit: buildAmountSql("credit", minorUnits),
        debit: buildAmountSql("debit", minorUnits),
        closing: buildAmountSql("closing", minorUnits),
        movements: { sql: "movements" },
      },
      id: "month || '-' || currency",
      at: "CAST(NULL AS timestamptz)",
      from: `(SELECT m, currency, month, credit, debit, movements, sum(credit - debit) OVER (PARTITION BY m, currency ORDER BY month) AS closing
      FROM (SELECT m, currency, month, sum(CASE WHEN net > 0 THEN net ELSE 0 END) AS credit, sum(CASE WHEN net < 0 THEN -net ELSE 0 END) AS debit, count(*) AS movements
        FROM (SELECT p.m, p.currency, ${buildMonth("p.at")} AS month, sum(p.amount) AS net
          FROM ledger_posting p JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id
          WHERE p.name IN ('avail', 'hold', 'in')
          GROUP BY p.m, p.currency, t.order_kind, t.order_id, ${buildDay("p.at")}, ${buildMonth("p.at")}) AS moved
        WHERE net <> 0 GROUP BY m, currency, month) AS months) AS statements`,
    }),
  /**
   * One row per requested number (see `statement-number.ts`), with the sums of the rows of `statementLine` in the
   * period. Invalid numbers, and those of a currency without postings until the end of the period, have no row.
   * Statements cannot be enumerated, because any two dates form a period.
   */
  periodStatement: (minorUnits, ids = []) =>
    selectAsTable({
      columns: {
        id: { sql: "id" },
        from: { sql: "CAST(first AS date)", text: "first" },
        to: { sql: "CAST(last AS date)", text: "last" },
        currency: { sql: "currency" },
        opening: buildAmountSql("opening", minorUnits),
        credit: buildAmountSql("credit", minorUnits),
        debit: buildAmountSql("debit", minorUnits),
        closing: buildAmountSql("opening + credit - debit", minorUnits),
        movements: { sql: "movements" },
      },
      id: "id",
      at: "CAST(NULL AS timestamptz)",
      from: `(${buildPeriods(ids)}) AS statements`,
    }),
};

/** Returns the SQL of the sums of the numbered statements. Invalid numbers produce no row. */
function buildPeriods(numbers: readonly string[]): string {
  const periods = parseStatementNumbers(numbers);
  const select = ({ number, currency, from, to }: NumberedStatement) => `
    SELECT m, currency, '${number}' AS id, '${from}' AS first, '${to}' AS last,
      sum(CASE WHEN day < '${from}' THEN net ELSE 0 END) AS opening,
      sum(CASE WHEN day >= '${from}' AND net > 0 THEN net ELSE 0 END) AS credit,
      sum(CASE WHEN day >= '${from}' AND net < 0 THEN -net ELSE 0 END) AS debit,
      CAST(sum(CASE WHEN day >= '${from}' AND net <> 0 THEN 1 ELSE 0 END) AS integer) AS movements
    FROM (SELECT p.m, p.currency, ${buildDay("p.at")} AS day, sum(p.amount) AS net
      FROM ledger_posting p JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id
      WHERE p.name IN ('avail', 'hold', 'in') AND p.currency = '${currency}'
      GROUP BY p.m, p.currency, t.order_kind, t.order_id, ${buildDay("p.at")}) AS days
    WHERE day <= '${to}' GROUP BY m, currency`;
  // Without a valid number, select the same columns but no rows.
  const none = { number: "", currency: "", from: "", to: "" };
  return periods.length === 0 ? `${select(none)} HAVING FALSE` : periods.map(select).join(" UNION ALL ");
}

/**
 * Returns the subselect that replaces the table of an entity with source `ledger`. `ids`: keys of the rows to read, or
 * undefined for all.
 *
 * @throws Error for an entity without a projection
 */
export function buildLedgerSource(entity: Entity, ids?: readonly string[]): string {
  const projection = projections[entity.name];
  if (!projection)
    throw new Error(
      `${entity.file}: the ledger has no projection "${entity.name}"; it has ${Object.keys(projections).join(" and ")}`,
    );
  return `(${projection(entity.minorUnits, ids)})`;
}
