/** The words for spans of days. A day is `YYYY-MM-DD`, in the zone in which the portal shows every instant. */
import { dayInChina } from "./time-zone.ts";

const DAY_MS = 86_400_000;

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const lastOfMonth = (day: string) => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
};

/** Spans with a name of their own. `lastNd` (`last7d`, N from 1 to 366) comes besides: today and the days before it. */
export const SPANS = ["today", "yesterday", "thisWeek", "lastWeek", "thisMonth", "lastMonth", "thisYear"] as const;
type Span = (typeof SPANS)[number];

const spans: Record<Span, (today: string) => [string, string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [plus(today, -1), plus(today, -1)],
  thisWeek: (today) => [monday(today), plus(monday(today), 6)],
  lastWeek: (today) => [plus(monday(today), -7), plus(monday(today), -1)],
  thisMonth: (today) => [`${today.slice(0, 7)}-01`, lastOfMonth(today)],
  lastMonth: (today) => {
    const last = plus(`${today.slice(0, 7)}-01`, -1);
    return [`${last.slice(0, 7)}-01`, last];
  },
  thisYear: (today) => [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`],
};

/** Weeks begin on Monday. */
function monday(day: string): string {
  return plus(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** First and last day that a word stands for at this moment; `undefined` for any other word. */
export function spanOf(word: string, now: number): { from: string; to: string } | undefined {
  const today = dayInChina(now);
  const count = /^last([1-9]\d{0,2})d$/.exec(word)?.[1];
  if (count !== undefined)
    return Number(count) <= 366 ? { from: plus(today, 1 - Number(count)), to: today } : undefined;
  if (!(SPANS as readonly string[]).includes(word)) return undefined;
  const [from, to] = spans[word as Span](today);
  return { from, to };
}
