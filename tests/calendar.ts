/**
 * Days on which code that reads the calendar fails most often, for tests by the product's clock and for
 * `npm run calendar`.
 */
import { formatDayInChina } from "../src/payments/time.ts";
import { HOLIDAYS, listDays } from "../server/payments/rates/holidays.ts";

const DAY_MS = 86_400_000;
/** Number of days that contain each of the days at least once, also around a century without a leap day. */
const SEARCH_DAYS = 9 * 366;
/** Minimum number of holidays in the week before the first working day after a long holiday. */
const LONG = 5;

export interface CalendarDay {
  name: string;
  /** The instant, in milliseconds since the epoch. */
  at: number;
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const isHoliday = (day: string) => HOLIDAYS[day.slice(0, 4)]?.includes(day) ?? false;
const getWeekday = (day: string) => new Date(day).getUTCDay();
const isWorkingDay = (day: string) => ![0, 6].includes(getWeekday(day)) && !isHoliday(day);
const isAfterLongHoliday = (day: string) =>
  isWorkingDay(day) &&
  !isWorkingDay(addDays(day, -1)) &&
  listDays(addDays(day, -7), 7).filter(isHoliday).length >= LONG;

/** Time of day and condition of each day, by name. */
const DAYS: Readonly<Record<string, readonly [time: string, fits: (day: string) => boolean]>> = {
  "a Sunday": ["01:10", (day) => getWeekday(day) === 0],
  "the last day of a month": ["23:50", (day) => addDays(day, 1).endsWith("-01")],
  "the first day of a month": ["00:10", (day) => day.endsWith("-01")],
  "31 December": ["12:00", (day) => day.endsWith("-12-31")],
  "29 February": ["10:00", (day) => day.endsWith("-02-29")],
  "the first working day after a long holiday": ["09:40", isAfterLongHoliday],
};

/** Returns the next of each of the six days after the day of `now` in China, in their order in time. */
export function listCalendarDays(now: number): CalendarDay[] {
  const days = listDays(addDays(formatDayInChina(now), 1), SEARCH_DAYS);
  return Object.entries(DAYS)
    .map(([name, [time, fits]]) => {
      const day = days.find(fits);
      if (day === undefined) throw new Error(`no day is ${name} within ${SEARCH_DAYS} days`);
      return { name, at: Date.parse(`${day}T${time}:00+08:00`) };
    })
    .toSorted((a, b) => a.at - b.at);
}
