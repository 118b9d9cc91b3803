/** Public holidays for tests in years whose own are unknown. */
import { HOLIDAYS, listDays } from "../server/payments/rates/holidays.ts";

/** Number of years from now on that get holidays. */
const YEARS = 12;

/** Adds New Year's Day and the first week of October to each unknown year from that of an instant on. */
export function addTestHolidays(now: number): void {
  const year = new Date(now).getUTCFullYear();
  for (let next = year; next <= year + YEARS; next++)
    HOLIDAYS[next] ??= [...listDays(`${next}-01-01`, 1), ...listDays(`${next}-10-01`, 7)];
}
