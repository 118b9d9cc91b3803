/** Texts for relative ranges of days. */
/** Returns a text from `locales/<lang>/engine.json` with `{name}` replaced. */
export type Word = (key: string, params?: Record<string, string | number>) => string;

/**
 * Describes a relative range: `last7d` -> `近 7 天`, `thisMonth` -> `本月`.
 * @example
 * const span = formatSpan("last7d", word);
 */
export function formatSpan(relative: string, word: Word): string {
  const days = /^last(\d+)d$/.exec(relative)?.[1];
  return days === undefined ? word(`filter.span.${relative}`) : word("filter.span.lastDays", { days });
}
