import { UsageError } from "./command.ts";

const MOST_PARTS = 256;

/** Reads a number of partitions. @throws UsageError for another text */
export function readParts(given: string): number {
  const parts = Number(given);
  if (!Number.isInteger(parts) || parts < 2 || parts > MOST_PARTS)
    throw new UsageError(`the number of partitions is a whole number from 2 to ${MOST_PARTS}, not "${given}"`);
  return parts;
}
