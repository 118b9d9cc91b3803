import { randomInt } from "node:crypto";

let count = randomInt(1000);

/**
 * A record's number: prefix, day in China, second of that day, three counted and four random digits: `WD20261121345120427316`. It sorts by
 * second, reads well aloud, tells nobody how many orders there are, and is unique per merchant by the table's key.
 */
export function recordNumber(prefix: string, at: number): string {
  const local = at + 8 * 3_600_000;
  const day = new Date(local).toISOString().slice(0, 10).replaceAll("-", "");
  const second = Math.floor((local % 86_400_000) / 1000);
  count = (count + 1) % 1000;
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  return `${prefix}${day}${digits(second, 5)}${digits(count, 3)}${digits(randomInt(10_000), 4)}`;
}
