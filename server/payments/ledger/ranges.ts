/** Splits a merchant's rows into key ranges, so that each query of a verification is short. */
import type { Queries } from "../../store/database.ts";
import { readTenants } from "../../store/tenants.ts";

/** Approximate number of rows in a range. All rows with the range's last key belong to it. */
const ROWS = 1_000;
/** Tables that are searched for merchants to verify. Each has an index that begins with `m`. */
const TABLES = [
  "book_state",
  "ledger_account",
  "ledger_txn",
  "ledger_posting",
  "ledger_hold",
  "limit_counter",
  "order_event",
  "audit_head",
  "audit",
] as const;

/** Keys greater than `after`, up to and including `upto` if given. */
export interface Range {
  after: string;
  upto?: string;
}

/**
 * Returns the key ranges of a merchant's rows in a table, in order. Together they cover every possible key. A single
 * query finds all bounds, because one query per range could, with stale statistics, sort the rest of the table each
 * time.
 */
export async function splitRanges(db: Queries, table: string, key: string, tenant: string): Promise<Range[]> {
  const cuts = await db.query<{ k: string }>(
    `SELECT k FROM (SELECT ${key} AS k, row_number() OVER (ORDER BY ${key}) AS n FROM ${table} WHERE m = $1) s WHERE n % ${ROWS} = 0 ORDER BY n`,
    [tenant],
  );
  const ends = [...new Set(cuts.map(({ k }) => k))];
  return [...ends.map((upto, index) => ({ after: ends[index - 1] ?? "", upto })), { after: ends.at(-1) ?? "" }];
}

/** Returns the SQL condition for keys in a range. The bounds are the parameters `$2` and `$3`. */
export const buildRangeCondition = (key: string, { upto }: Range): string =>
  `${key} > $2${upto === undefined ? "" : ` AND ${key} <= $3`}`;

/** Returns the query parameters of a range: the merchant, then the bounds. */
export const listParameters = (tenant: string, { after, upto }: Range): unknown[] => [
  tenant,
  after,
  ...(upto === undefined ? [] : [upto]),
];

/** Returns the ids of all merchants with rows in `TABLES`, in order, including those without a row in `merchant`. */
export const listTenants = (db: Queries): Promise<string[]> => readTenants(db, TABLES);
