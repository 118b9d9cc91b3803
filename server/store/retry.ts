import { setTimeout as pause } from "node:timers/promises";
import { retries } from "../core/diagnostics.ts";
import { DatabaseError } from "./database.ts";

/** SQLSTATEs of transient errors: serialization failure, deadlock, lost connections. */
const PASSING: ReadonlySet<string> = new Set(["40001", "40P01", "08000", "08003", "08006", "57P01", "57P02", "57P03"]);
/** SQLSTATEs that guarantee that the transaction was rolled back, regardless of the statement. */
const ROLLED_BACK: ReadonlySet<string> = new Set(["40001", "40P01"]);
const MAX_MS = 8_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** Returns whether the database rolled back because of a concurrent transaction: serialization failure or deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && ROLLED_BACK.has(error.code);
}

/**
 * Returns whether the database could not be reached or had no connection to spare, so that the statement or transaction
 * was not executed. False for a COMMIT without a response (`08007`).
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08(?!007|P01)|57P|53300)/.test(error.code);
}

/** Returns whether an error is transient, so that a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.has(error.code);
}

/**
 * Retries the work while `again` accepts its error (default: transient errors) for at most `maxMs`. The backoff has
 * jitter, so that conflicting transactions do not collide again.
 */
export async function runWithRetry<T>(
  work: () => Promise<T>,
  { again = isPassing, maxMs = MAX_MS }: { again?: (error: unknown) => boolean; maxMs?: number | undefined } = {},
): Promise<T> {
  const end = Date.now() + maxMs;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const wait = FIRST_PAUSE_MS + Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
      if (!again(error) || Date.now() + wait >= end) throw error;
      if (error instanceof DatabaseError) retries.publish(error.code);
      await pause(wait);
    }
  }
}
