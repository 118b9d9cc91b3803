/**
 * Entities of source `ledger` are read straight from the ledger: each is a subselect that looks like an entity's table (`m id status version
 * schema_version created_at updated_at data`, one `f_` column a field), so that lists, filters, sums and exports work on it as on any other.
 */
import { columnName, type Entity } from "../../../src/engine/index.ts";
import type { LedgerAccount } from "../../../src/payments/plans.ts";
import type { MinorUnits } from "./minor.ts";

/** An amount column in minor units as a decimal with its currency's digits. */
function decimal(minor: string, minorUnits: MinorUnits, currency: string): string {
  const other = Object.entries(minorUnits).filter(([code, digits]) => digits !== 2 && /^[A-Z]{3}$/.test(code));
  const as = (digits: number) => `CAST(CAST(${minor} AS numeric) / ${10 ** digits} AS numeric(38, ${digits}))`;
  return other.length === 0
    ? as(2)
    : `CASE ${currency} ${other.map(([code, digits]) => `WHEN '${code}' THEN ${as(digits)}`).join(" ")} ELSE ${as(2)} END`;
}

/** Field name to SQL; `text`: how the record shows it, where that is not the column itself. */
type Columns = Record<string, { sql: string; text?: string }>;

const jsonOf = (columns: Columns): string =>
  `json_build_object(${Object.entries(columns)
    .map(([name, { sql, text }]) => `'${name}', ${text ?? sql}`)
    .join(", ")})`;

function shaped(columns: Columns, id: string, at: string, from: string, m = "m", data = jsonOf(columns)): string {
  return `SELECT ${m}, ${id} AS id, CAST(NULL AS text) AS status, 1 AS version, CAST(NULL AS text) AS schema_version, ${at} AS created_at, ${at} AS updated_at,
    ${data} AS data, ${Object.entries(columns)
      .map(([name, { sql }]) => `${sql} AS ${columnName(name)}`)
      .join(", ")} FROM ${from}`;
}

/** `2026-11`: the month in the product's zone, which has no summer time. */
const monthOf = (at: string) => `to_char((${at} + interval '8 hours') AT TIME ZONE 'UTC', 'YYYY-MM')`;

const amount = (minor: string, minorUnits: MinorUnits, currency = "currency") => ({
  sql: decimal(minor, minorUnits, currency),
  text: `CAST(${decimal(minor, minorUnits, currency)} AS text)`,
});

/** Whether an account is a part of the wallet. */
const IN_WALLET: Readonly<Record<LedgerAccount, boolean>> = {
  avail: true,
  hold: true,
  in: true,
  card: false,
  cardhold: false,
  cardfloat: false,
  nostro: false,
  fx: false,
  fee: false,
};
/** Names of the others. Said by what is left out, because a planner without statistics takes one of three names for a sixtieth of the rows, and sorts what it takes for few. */
const ELSEWHERE = Object.entries(IN_WALLET)
  .flatMap(([name, isIn]) => (isIn ? [] : [`'${name}'`]))
  .join(", ");

/** Key of a posting as an entry: as the index `ledger_posting_entry` has it. */
const ENTRY = "p.txn_id || '-' || CAST(p.line AS text)";

const projections: Record<string, (minorUnits: MinorUnits) => string> = {
  /** One row a currency: balance = withdrawable + unavailable; what is on cards has left the wallet and stands beside it. */
  wallet: (minorUnits) =>
    shaped(
      {
        currency: { sql: "currency" },
        balance: amount("avail + held", minorUnits),
        withdrawable: amount("avail", minorUnits),
        unavailable: amount("held", minorUnits),
        onCards: amount("cards", minorUnits),
      },
      "currency",
      "CAST(NULL AS timestamptz)",
      `(SELECT m, currency, sum(CASE WHEN name = 'avail' THEN balance ELSE 0 END) AS avail, sum(CASE WHEN name IN ('hold', 'in') THEN balance ELSE 0 END) AS held,
        sum(CASE WHEN name IN ('card', 'cardhold') THEN balance ELSE 0 END) AS cards
      FROM ledger_account GROUP BY m, currency) AS sums`,
    ),
  /**
   * One row a posting on the merchant's own accounts, with that account's balance after it. What another merchant gave names him in the remark. What the posting
   * does not hold itself is looked up by key, in the row that shows it: a page is read off `ledger_posting_entry` in its order however many postings there are
   * and whatever the planner believes of them, and a count looks nothing up.
   */
  walletDetail: (minorUnits) => {
    const found =
      "FROM ledger_txn t LEFT JOIN merchant o ON o.id = t.m AND t.m <> p.m WHERE t.m = p.txn_m AND t.id = p.txn_id";
    const own: Columns = {
      id: { sql: ENTRY },
      createdAt: { sql: "p.at", text: `to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
      account: { sql: "p.name" },
      currency: { sql: "p.currency" },
      change: amount("p.amount", minorUnits, "p.currency"),
      balanceAfter: amount("p.balance_after", minorUnits, "p.currency"),
      month: { sql: monthOf("p.at") },
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
    const data = `(SELECT ${jsonOf({ ...own, ...lookedUp })} ${found})`;
    return shaped(
      { ...own, ...Object.fromEntries(apart) },
      ENTRY,
      "p.at",
      `ledger_posting p WHERE p.name NOT IN (${ELSEWHERE})`,
      "p.m",
      data,
    );
  },
  /** One row a month and currency in which something came or went. Between the parts of a balance nothing does: each transaction counts as a whole. */
  statement: (minorUnits) =>
    shaped(
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
      "month || '-' || currency",
      "CAST(NULL AS timestamptz)",
      `(SELECT m, currency, month, credit, debit, movements, sum(credit - debit) OVER (PARTITION BY m, currency ORDER BY month) AS closing
      FROM (SELECT m, currency, month, sum(CASE WHEN net > 0 THEN net ELSE 0 END) AS credit, sum(CASE WHEN net < 0 THEN -net ELSE 0 END) AS debit, count(*) AS movements
        FROM (SELECT m, currency, ${monthOf("at")} AS month, sum(amount) AS net FROM ledger_posting
          WHERE name IN ('avail', 'hold', 'in') GROUP BY m, currency, txn_m, txn_id, ${monthOf("at")}) AS moved
        WHERE net <> 0 GROUP BY m, currency, month) AS months) AS statements`,
    ),
};

/** What stands for the table of an entity of source `ledger`: `(SELECT ...)`, to be given a name. Throws for an entity that the ledger does not know. */
export function ledgerSource(entity: Entity): string {
  const projection = projections[entity.name];
  if (!projection)
    throw new Error(
      `${entity.file}: the ledger has no projection "${entity.name}"; it has ${Object.keys(projections).join(" and ")}`,
    );
  return `(${projection(entity.minorUnits)})`;
}
