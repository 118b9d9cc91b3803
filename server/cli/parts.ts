import type { Lang } from "../../src/engine/index.ts";
import { UsageError } from "./command.ts";

const MOST_PARTS = 256;
const WORDS = {
  en: (given: string) => `the number of partitions is a whole number from 2 to ${MOST_PARTS}, not "${given}"`,
  zh: (given: string) => `分区数应为 2 到 ${MOST_PARTS} 的整数，而不是“${given}”`,
};

/** Reads a number of partitions. @throws UsageError for another text */
export function readParts(given: string, lang: Lang): number {
  const parts = Number(given);
  if (!Number.isInteger(parts) || parts < 2 || parts > MOST_PARTS) throw new UsageError(WORDS[lang](given));
  return parts;
}
