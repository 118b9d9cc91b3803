/** Texts for relative ranges of days. */
/** Returns a text from `src/engine/locales/<lang>/engine.json` with `{name}` replaced. */
export type Translate = (key: string, params?: Record<string, string | number>) => string;

/**
 * Describes a relative range: `last7d` -> `近 7 天`, `thisMonth` -> `本月`.
 * @example
 * const span = formatSpan("last7d", ports.t);
 */
export function formatSpan(relative: string, t: Translate): string {
  const days = /^last(\d+)d$/.exec(relative)?.[1];
  return days === undefined ? t(`filter.span.${relative}`) : t("filter.span.lastDays", { days });
}
