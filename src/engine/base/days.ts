/** Named date ranges. Days are `YYYY-MM-DD`. */
const DAY_MS = 86_400_000;

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const findLastOfMonth = (day: string) => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
};

/**
 * Names of the fixed date ranges. `findSpan` also accepts `lastNd` (such as `last7d`, N from 1 to 366): the last N
 * days, including today.
 * @example
 * SPANS.includes("thisMonth") // => true
 */
export const SPANS = ["today", "yesterday", "thisWeek", "lastWeek", "thisMonth", "lastMonth", "thisYear"] as const;
type Span = (typeof SPANS)[number];

const spans: Record<Span, (today: string) => [string, string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  thisWeek: (today) => [findMonday(today), addDays(findMonday(today), 6)],
  lastWeek: (today) => [addDays(findMonday(today), -7), addDays(findMonday(today), -1)],
  thisMonth: (today) => [`${today.slice(0, 7)}-01`, findLastOfMonth(today)],
  lastMonth: (today) => {
    const last = addDays(`${today.slice(0, 7)}-01`, -1);
    return [`${last.slice(0, 7)}-01`, last];
  },
  thisYear: (today) => [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`],
};

/** Returns the Monday of the week that contains a day. */
function findMonday(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/**
 * Returns the first and last day of a named range relative to `today`, or undefined for an unknown name.
 * @example
 * findSpan("yesterday", "2026-11-23") // => { from: "2026-11-22", to: "2026-11-22" }
 */
export function findSpan(name: string, today: string): { from: string; to: string } | undefined {
  const count = /^last([1-9]\d{0,2})d$/.exec(name)?.[1];
  if (count !== undefined)
    return Number(count) <= 366 ? { from: addDays(today, 1 - Number(count)), to: today } : undefined;
  const span = SPANS.find((item) => item === name);
  if (!span) return undefined;
  const [from, to] = spans[span](today);
  return { from, to };
}
