const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** Milliseconds of a span as people type it: `2d`, `3h`, `1d12h`. Throws on anything else. */
export function parseDuration(text: string): number {
  if (!/^(?:\d+[dhms])+$/.test(text)) throw new RangeError(`not a span like 2d, 3h, 15m or 30s: ${text}`);
  return [...text.matchAll(/(\d+)([dhms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
}
