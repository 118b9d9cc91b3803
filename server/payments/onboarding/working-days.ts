import { formatDayInChina } from "../../../src/payments/time.ts";

const DAY = 86_400_000;

/** Returns the same time of day `count` working days (Monday to Friday in China) later. */
export function addWorkingDays(at: number, count: number): number {
  let moment = at;
  for (let left = count; left > 0;) {
    moment += DAY;
    const weekday = new Date(formatDayInChina(moment)).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return moment;
}
