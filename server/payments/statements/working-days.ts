const DAY_MS = 86_400_000;

/**
 * Returns the same time of day `count` working days (Monday to Friday in UTC) later, or earlier if `count` is negative.
 */
export function shiftWorkingDays(at: number, count: number): number {
  const step = Math.sign(count) * DAY_MS;
  let moment = at;
  for (let left = Math.abs(count); left > 0;) {
    moment += step;
    if (![0, 6].includes(new Date(moment).getUTCDay())) left -= 1;
  }
  return moment;
}
