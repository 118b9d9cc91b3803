const UNITS: ReadonlyMap<string, number> = new Map([
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
]);

/** Parses a duration like `2d`, `3h` or `1d12h` to milliseconds. @throws RangeError for any other form */
export function parseDuration(text: string): number {
  if (!/^(?:\d+[dhms])+$/.test(text)) throw new RangeError(`not a duration like 2d, 3h, 15m or 30s: ${text}`);
  return [...text.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (UNITS.get(unit) ?? 0),
    0,
  );
}
