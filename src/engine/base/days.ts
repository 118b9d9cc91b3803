/** Named spans of days. A day is `YYYY-MM-DD`. */
const DAY_MS = 86_400_000;

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const lastOfMonth = (day: string) => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
};

/**
 * Named spans. `lastNd` (`last7d`, N from 1 to 366) is another: N days that end today.
 * @example
 * SPANS.includes("thisMonth") // => true
 */
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

/** Returns the Monday of the week. */
function monday(day: string): string {
  return plus(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/**
 * Returns the first and last day of a span, counted from `today`; undefined for any other word.
 * @example
 * spanOf("yesterday", "2026-11-23") // => { from: "2026-11-22", to: "2026-11-22" }
 */
export function spanOf(word: string, today: string): { from: string; to: string } | undefined {
  const count = /^last([1-9]\d{0,2})d$/.exec(word)?.[1];
  if (count !== undefined)
    return Number(count) <= 366 ? { from: plus(today, 1 - Number(count)), to: today } : undefined;
  const span = SPANS.find((one) => one === word);
  if (!span) return undefined;
  const [from, to] = spans[span](today);
  return { from, to };
}
