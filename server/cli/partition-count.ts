import type { Lang } from "../../src/engine/index.ts";
import { UsageError } from "./command.ts";

const MAX_PARTITIONS = 256;
const TEXTS = {
  en: (given: string) => `the number of partitions is a whole number from 2 to ${MAX_PARTITIONS}, not "${given}"`,
  zh: (given: string) => `分区数应为 2 到 ${MAX_PARTITIONS} 的整数，而不是“${given}”`,
};

/** Parses a number of partitions. @throws UsageError unless it is a whole number from 2 to `MAX_PARTITIONS` */
export function readPartitionCount(given: string, lang: Lang): number {
  const parts = Number(given);
  if (!Number.isInteger(parts) || parts < 2 || parts > MAX_PARTITIONS) throw new UsageError(TEXTS[lang](given));
  return parts;
}
