import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "./database.ts";

/** Serialization failure, deadlock, and connections that were lost or are not there yet. */
const PASSING: ReadonlySet<string> = new Set([
  "40001",
  "40P01",
  "08000",
  "08001",
  "08003",
  "08006",
  "57P01",
  "57P02",
  "57P03",
]);
/** Of these nothing was done, whatever the statement was. */
const ROLLED_BACK: ReadonlySet<string> = new Set(["40001", "40P01"]);
const MAX_MS = 8_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** Whether the database undid the work because others were at the same rows: a conflict of serializable transactions, or a deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && ROLLED_BACK.has(error.code);
}

/** Whether the same work may succeed when it is done again. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.has(error.code);
}

/**
 * Does the work again while it fails with an error that `again` names (a passing one), until `maxMs` are over. The pauses are of random length
 * and grow, so that those who were in each other's way come back one after the other.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  { again = isPassing, maxMs = MAX_MS }: { again?: (error: unknown) => boolean; maxMs?: number } = {},
): Promise<T> {
  const end = Date.now() + maxMs;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const wait = FIRST_PAUSE_MS + Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
      if (!again(error) || Date.now() + wait >= end) throw error;
      await pause(wait);
    }
  }
}
