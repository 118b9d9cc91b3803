import { randomInt } from "node:crypto";

/** A number as banks give them. */
export function bankReference(at: number): string {
  const day = new Date(at + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}${String(randomInt(10 ** 10)).padStart(10, "0")}`;
}
