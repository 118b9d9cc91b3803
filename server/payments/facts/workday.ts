import { formatDayInChina } from "../../../src/payments/time.ts";
import type { FactLoader } from "../../lifecycle/context.ts";
import { addWorkingDays } from "../rates/working-days.ts";

/** Returns the first and the third working day in China after today, as `YYYY-MM-DD`. */
export const workday: FactLoader = async ({ clock }) => {
  const now = clock.now();
  return { first: formatDayInChina(addWorkingDays(now, 1)), third: formatDayInChina(addWorkingDays(now, 3)) };
};
