/** Arithmetic of days as `YYYY-MM-DD`. */
const DAY_MS = 86_400_000;

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toText = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns the date `days` later. */
export const addDays = (day: string, days: number): string => toText(new Date(toDate(day).getTime() + days * DAY_MS));
/** Returns the date some months later; the last day of the month when the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toText(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}
/** Returns the weeks of a day's month, Monday first, filled with days of the adjacent months. */
export function buildMonthGrid(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -((toDate(first).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let week = start; week < addMonths(first, 1); week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)));
  return weeks;
}
