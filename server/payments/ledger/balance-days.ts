/** Balances of all currencies at the end of each of the last days. */
import { buildPeriodSql, formatDay, startOfDay, type Zone } from "../../../src/engine/index.ts";
import type { Queries } from "../../store/database.ts";
import { readBalances } from "./balances.ts";

const DAY_MS = 86_400_000;

interface Days {
  /** Number of days, today included. */
  count: number;
  now: number;
  zone: Zone;
}

/** Returns the days, oldest first, and per currency the balance at the end of each in minor units; that of today is the current one. */
export async function readBalanceDays(
  db: Queries,
  m: string,
  { count, now, zone }: Days,
): Promise<{ days: string[]; balances: Map<string, bigint[]> }> {
  const days = Array.from({ length: count }, (_day, at) => formatDay(now - (count - 1 - at) * DAY_MS, zone));
  const from = new Date(startOfDay(days[0] ?? "", zone)).toISOString();
  const [current, moved] = [await readBalances(db, m), await readMovedByDay(db, m, from, zone)];
  const balances = [...current].map(([currency, { avail, hold, in: seen }]) => {
    let balance = avail + hold + seen;
    const ends = days.toReversed().map((day) => {
      const end = balance;
      balance -= moved.get(`${currency} ${day}`) ?? 0n;
      return end;
    });
    return [currency, ends.toReversed()] as const;
  });
  return { days, balances: new Map(balances) };
}

/** Returns by how much each balance changed on each day since a moment, by currency and day. */
async function readMovedByDay(db: Queries, m: string, from: string, zone: Zone): Promise<Map<string, bigint>> {
  const day = buildPeriodSql("at", "day", zone);
  const rows = await db.query<{ currency: string; day: string; moved: string }>(
    `SELECT currency, ${day} AS day, CAST(sum(amount) AS text) AS moved FROM ledger_posting
     WHERE m = $1 AND at >= $2 AND name IN ('avail', 'hold', 'in') GROUP BY currency, ${day}`,
    [m, from],
  );
  return new Map(rows.map(({ currency, day: key, moved }) => [`${currency} ${key}`, BigInt(moved)]));
}
