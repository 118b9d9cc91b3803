import { formatDayInChina } from "../../../src/payments/time.ts";
import { isWorkingDay } from "./holidays.ts";

const DAY = 86_400_000;

/** Returns the same time of day `count` working days in China later. */
export function addWorkingDays(at: number, count: number): number {
  let moment = at;
  for (let left = count; left > 0;) {
    moment += DAY;
    if (isWorkingDay(formatDayInChina(moment))) left -= 1;
  }
  return moment;
}
