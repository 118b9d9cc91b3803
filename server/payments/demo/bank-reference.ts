import { randomInt } from "node:crypto";
import { formatDayInChina } from "../../../src/payments/time.ts";

/** Generates a bank reference: the day in China, followed by ten random digits. */
export function createBankReference(at: number): string {
  const day = formatDayInChina(at).replaceAll("-", "");
  return `${day}${String(randomInt(10 ** 10)).padStart(10, "0")}`;
}
