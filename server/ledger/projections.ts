/**
 * Entities of source `ledger` are read straight from the ledger: each is a subselect that looks like an entity's table (`m id status version
 * schema_version created_at updated_at data`, one `f_` column a field), so that lists, filters, sums and exports work on it as on any other.
 */
import { columnName, type Entity } from "../../src/engine/index.ts";
import type { MinorUnits } from "./minor.ts";

/** An amount column in minor units as a decimal with its currency's digits. */
function decimal(minor: string, minorUnits: MinorUnits): string {
  const other = Object.entries(minorUnits).filter(([code, digits]) => digits !== 2 && /^[A-Z]{3}$/.test(code));
  const as = (digits: number) => `CAST(CAST(${minor} AS numeric) / ${10 ** digits} AS numeric(38, ${digits}))`;
  return other.length === 0 ? as(2) : `CASE currency ${other.map(([code, digits]) => `WHEN '${code}' THEN ${as(digits)}`).join(" ")} ELSE ${as(2)} END`;
}

/** Field name to SQL; `text`: how the record shows it, where that is not the column itself. */
type Columns = Record<string, { sql: string; text?: string }>;

function shaped(columns: Columns, id: string, at: string, from: string): string {
  const fields = Object.entries(columns);
  const data = fields.map(([name, { sql, text }]) => `'${name}', ${text ?? sql}`).join(", ");
  return `SELECT m, ${id} AS id, CAST(NULL AS text) AS status, 1 AS version, CAST(NULL AS text) AS schema_version, ${at} AS created_at, ${at} AS updated_at,
    json_build_object(${data}) AS data, ${fields.map(([name, { sql }]) => `${sql} AS ${columnName(name)}`).join(", ")} FROM ${from}`;
}

/** `2026-11`: the month in the product's zone, which has no summer time. */
const monthOf = (at: string) => `to_char((${at} + interval '8 hours') AT TIME ZONE 'UTC', 'YYYY-MM')`;

const amount = (minor: string, minorUnits: MinorUnits) => ({ sql: decimal(minor, minorUnits), text: `CAST(${decimal(minor, minorUnits)} AS text)` });

const projections: Record<string, (minorUnits: MinorUnits) => string> = {
  /** One row a currency: balance = withdrawable + unavailable; what is on cards has left the wallet and stands beside it. */
  wallet: (minorUnits) => shaped(
    {
      currency: { sql: "currency" },
      balance: amount("avail + held", minorUnits),
      withdrawable: amount("avail", minorUnits),
      unavailable: amount("held", minorUnits),
      onCards: amount("cards", minorUnits),
    },
    "currency", "CAST(NULL AS timestamptz)",
    `(SELECT m, currency, sum(CASE WHEN name = 'avail' THEN balance ELSE 0 END) AS avail, sum(CASE WHEN name IN ('hold', 'in') THEN balance ELSE 0 END) AS held,
        sum(CASE WHEN name IN ('card', 'cardhold') THEN balance ELSE 0 END) AS cards
      FROM ledger_account GROUP BY m, currency) AS sums`),
  /** One row a posting on the merchant's own accounts, with that account's balance after it. What another merchant gave names him in the remark. */
  walletDetail: (minorUnits) => shaped(
    {
      id: { sql: "id" },
      createdAt: { sql: "at", text: "stamp" },
      type: { sql: "CASE WHEN payer IS NULL THEN order_kind ELSE 'received' END" },
      account: { sql: "name" },
      orderNo: { sql: "order_id" },
      currency: { sql: "currency" },
      change: amount("amount", minorUnits),
      balanceAfter: amount("balance_after", minorUnits),
      month: { sql: "month" },
      remark: { sql: "CASE WHEN payer IS NULL THEN coalesce(remark, '') WHEN coalesce(remark, '') = '' THEN payer ELSE payer || ' · ' || remark END" },
    },
    "id", "at",
    `(SELECT p.m, p.txn_id || '-' || p.line AS id, p.at, to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS stamp, ${monthOf("p.at")} AS month, t.order_kind, p.name, t.order_id,
        p.currency, p.amount, p.balance_after, t.remark, o.name AS payer
      FROM ledger_posting p JOIN ledger_txn t ON t.m = p.txn_m AND t.id = p.txn_id
        LEFT JOIN merchant o ON o.id = p.txn_m AND p.txn_m <> p.m WHERE p.name IN ('avail', 'hold', 'in')) AS lines`),
  /** One row a month and currency in which something came or went. Between the parts of a balance nothing does: each transaction counts as a whole. */
  statement: (minorUnits) => shaped(
    {
      id: { sql: "month || '-' || currency" },
      month: { sql: "month" },
      currency: { sql: "currency" },
      opening: amount("closing - credit + debit", minorUnits),
      credit: amount("credit", minorUnits),
      debit: amount("debit", minorUnits),
      closing: amount("closing", minorUnits),
      movements: { sql: "movements" },
    },
    "month || '-' || currency", "CAST(NULL AS timestamptz)",
    `(SELECT m, currency, month, credit, debit, movements, sum(credit - debit) OVER (PARTITION BY m, currency ORDER BY month) AS closing
      FROM (SELECT m, currency, month, sum(CASE WHEN net > 0 THEN net ELSE 0 END) AS credit, sum(CASE WHEN net < 0 THEN -net ELSE 0 END) AS debit, count(*) AS movements
        FROM (SELECT m, currency, ${monthOf("at")} AS month, sum(amount) AS net FROM ledger_posting
          WHERE name IN ('avail', 'hold', 'in') GROUP BY m, currency, txn_m, txn_id, ${monthOf("at")}) AS moved
        WHERE net <> 0 GROUP BY m, currency, month) AS months) AS statements`),
};

/** What stands for the table of an entity of source `ledger`: `(SELECT ...)`, to be given a name. Throws for an entity that the ledger does not know. */
export function ledgerSource(entity: Entity): string {
  const projection = projections[entity.name];
  if (!projection) throw new Error(`${entity.file}: the ledger has no projection "${entity.name}"; it has ${Object.keys(projections).join(" and ")}`);
  return `(${projection(entity.minorUnits)})`;
}
