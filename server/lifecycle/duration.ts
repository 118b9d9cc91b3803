const UNITS = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/**
 * Parses an ISO 8601 duration of weeks, days, hours, minutes and seconds (`P30D`, `PT15M`) to milliseconds.
 *
 * @throws Error for any other string, and for months and years, whose length varies
 */
export function parseDurationMs(text: string): number {
  const weeks = /^P(\d+)W$/.exec(text);
  if (weeks) return Number(weeks[1]) * 7 * UNITS.D;
  const parts = /^P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!parts || text === "P") throw new Error(`not a duration in days, hours, minutes and seconds: ${text}`);
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(Number).map((n) => n || 0);
  return days * UNITS.D + hours * UNITS.H + minutes * UNITS.M + seconds * UNITS.S;
}
