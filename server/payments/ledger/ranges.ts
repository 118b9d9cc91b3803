/** Cuts a merchant's rows into ranges of keys, so that each statement of the check is short however many rows there are. */
import type { Queries } from "../../store/database.ts";
import { readTenants } from "../../store/tenants.ts";

/** Rows of a range, about: all rows of its last key belong to it. */
const ROWS = 1_000;
/** Tables in which a merchant leaves rows; each has an index that begins with `m`. */
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

/** Keys above `after` and, where there is one, up to and with `upto`. */
export interface Range {
  after: string;
  upto?: string;
}

/**
 * The ranges of the keys that a merchant has in a table, in order; together they hold every key there can be. All are cut by one statement: a page
 * that begins where the last one ended makes a planner without fresh statistics read and sort all that is left, each time anew.
 */
export async function rangesOf(db: Queries, table: string, key: string, m: string): Promise<Range[]> {
  const cuts = await db.query<{ k: string }>(
    `SELECT k FROM (SELECT ${key} AS k, row_number() OVER (ORDER BY ${key}) AS n FROM ${table} WHERE m = $1) s WHERE n % ${ROWS} = 0 ORDER BY n`,
    [m],
  );
  const ends = [...new Set(cuts.map(({ k }) => k))];
  return [...ends.map((upto, at) => ({ after: ends[at - 1] ?? "", upto })), { after: ends.at(-1) ?? "" }];
}

/** The condition that a key lies in a range, whose ends are the parameters `$2` and `$3`. */
export const within = (key: string, { upto }: Range): string =>
  `${key} > $2${upto === undefined ? "" : ` AND ${key} <= $3`}`;

/** Parameters of a statement over a range of a merchant's keys: the merchant, then the range's ends. */
export const keysOf = (m: string, { after, upto }: Range): unknown[] => [
  m,
  after,
  ...(upto === undefined ? [] : [upto]),
];

/** Returns every merchant that has money, orders or acts, known or not, in order. */
export const placesOf = (db: Queries): Promise<string[]> => readTenants(db, TABLES);
