/** Warns operators of years whose public holidays are unknown, on which the currency market would trade. */
import type { StoredGauge } from "../../http/gauges.ts";
import type { Check } from "../../app/readiness.ts";
import { findUnknownYear } from "./trading-time.ts";

export const holidayGauge: StoredGauge = {
  name: "portolan_holidays_unknown",
  help: "1 while the public holidays of this year or, from 1 December, of the next one are unknown.",
  read: async (_db, clock) => [{ value: findUnknownYear(clock.now()) === undefined ? 0 : 1 }],
};

/** Returns the warning of `portolan doctor` at an instant. */
export function checkHolidays(now: number): Check[] {
  const year = findUnknownYear(now);
  if (year === undefined) return [{ about: "holidays", found: "are known" }];
  const found = `those of ${year} are unknown, and currencies are exchanged on them: install a release that has them`;
  return [{ about: "holidays", found, isWarning: true }];
}
