import { randomInt } from "node:crypto";
import { formatDayInChina } from "../../src/payments/time.ts";

/** Generates a reference in the usual form of banks. */
export function createBankReference(at: number): string {
  const day = formatDayInChina(at).replaceAll("-", "");
  return `${day}${String(randomInt(10 ** 10)).padStart(10, "0")}`;
}
