/** Days by year. */
export type Holidays = Readonly<Record<string, readonly string[]>>;

/**
 * Public holidays of China, on which the currency market is closed. Source: the State Council's notice for each year,
 * published in November of the year before. A year without an entry is unknown. Tests add entries for such years.
 */
export const HOLIDAYS: Record<string, readonly string[]> = {
  2026: [
    ...listDays("2026-01-01", 3),
    ...listDays("2026-02-15", 9),
    ...listDays("2026-04-04", 3),
    ...listDays("2026-05-01", 5),
    ...listDays("2026-06-19", 3),
    ...listDays("2026-09-25", 3),
    ...listDays("2026-10-01", 7),
  ],
};

/**
 * Returns whether a day (`YYYY-MM-DD`) is a working day in China: Monday to Friday except public holidays. In a year
 * without an entry, only weekends are excluded.
 */
export const isWorkingDay = (day: string, holidays: Holidays = HOLIDAYS): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !holidays[day.slice(0, 4)]?.includes(day);

/** Returns `count` consecutive days starting at `first`. */
export function listDays(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );
}
