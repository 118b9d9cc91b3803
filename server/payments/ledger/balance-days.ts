import { buildPeriodSql, formatDay, startOfDay, type Zone } from "@portolan/engine";
import type { Queries } from "../../store/database.ts";

const DAY_MS = 86_400_000;

interface Days {
  /** Number of days, today included. */
  count: number;
  now: number;
  zone: Zone;
}

/**
 * Returns the days, oldest first, and for each currency the balance at the end of each day, in minor units. The last
 * balance is the current one.
 */
export async function readBalanceDays(
  db: Queries,
  tenant: string,
  { count, now, zone }: Days,
): Promise<{ days: string[]; balances: Map<string, bigint[]> }> {
  const days = Array.from({ length: count }, (_day, index) => formatDay(now - (count - 1 - index) * DAY_MS, zone));
  const from = new Date(startOfDay(days[0] ?? "", zone)).toISOString();
  const { current, moved } = await readMoney(db, tenant, from, zone);
  const balances = [...current].map(([currency, latest]) => {
    let balance = latest;
    const ends = days.toReversed().map((day) => {
      const end = balance;
      balance -= moved.get(`${currency} ${day}`) ?? 0n;
      return end;
    });
    return [currency, ends.toReversed()] as const;
  });
  return { days, balances: new Map(balances) };
}

/**
 * Reads the current balances by currency, and the change on each day since `from`, by currency and day. A single SQL
 * statement reads both, because a payment between two would be included in the changes but not in the balances.
 */
async function readMoney(
  db: Queries,
  tenant: string,
  from: string,
  zone: Zone,
): Promise<{ current: Map<string, bigint>; moved: Map<string, bigint> }> {
  const rows = await db.query<{ currency: string; day: string | null; amount: string }>(
    `SELECT currency, day, CAST(sum(amount) AS text) AS amount FROM (
       SELECT currency, CAST(NULL AS text) AS day, balance AS amount FROM ledger_account
         WHERE m = $1 AND name IN ('avail', 'hold', 'in')
       UNION ALL SELECT currency, ${buildPeriodSql("at", "day", zone)} AS day, amount FROM ledger_posting
         WHERE m = $1 AND at >= $2 AND name IN ('avail', 'hold', 'in')
     ) AS money GROUP BY currency, day ORDER BY currency`,
    [tenant, from],
  );
  const current = new Map<string, bigint>();
  const moved = new Map<string, bigint>();
  for (const { currency, day, amount } of rows)
    if (day === null) current.set(currency, BigInt(amount));
    else moved.set(`${currency} ${day}`, BigInt(amount));
  return { current, moved };
}
