/** Statistics of measurements. */

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length === 0
    ? Number.NaN
    : sorted.length % 2 === 1
      ? sorted[middle]!
      : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the median of the ratios per round, because load on the machine affects both sides of a round. */
export const computeRatio = (values: readonly number[], limits: readonly number[]): number =>
  computeMedian(values.map((value, index) => value / limits[index]!));

/** Returns half the interquartile range relative to the median, as the uncertainty of a figure. */
export function computeSpread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return sorted.length < 3 ? Number.NaN : (at(0.75) - at(0.25)) / 2 / computeMedian(values);
}

/** Rotates the list by the round, so that no contestant always runs first. */
export const rotate = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, index) => list[(index + by) % list.length]!);

export const round = (value: number, places = 1): number => Number(value.toFixed(places));

/** Formats a spread; `–` for too few rounds. */
export const formatSpread = (value: number): string => (Number.isNaN(value) ? "–" : `±${(value * 100).toFixed(0)} %`);
