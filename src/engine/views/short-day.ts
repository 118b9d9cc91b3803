import type { Lang } from "../model/register.ts";

const monthNames = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

const DAYS: Readonly<Record<Lang, (day: string, hasYear: boolean) => string>> = {
  zh: (day, hasYear) => (hasYear ? day : day.slice(5)),
  en: (day, hasYear) =>
    `${Number(day.slice(8))} ${monthNames.format(new Date(day))}${hasYear ? ` ${day.slice(0, 4)}` : ""}`,
};

/**
 * Formats a day (`YYYY-MM-DD`) for use within a sentence, with its year unless it is that of `today`.
 * @example
 * formatShortDay("2026-11-20", "2026-11-26", "en") // => "20 Nov"
 */
export const formatShortDay = (day: string, today: string, lang: Lang): string =>
  DAYS[lang](day, day.slice(0, 4) !== today.slice(0, 4));
