import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "./database.ts";

/** Serialization failure, deadlock, and connections that were lost or are not there yet. */
const PASSING: ReadonlySet<string> = new Set(["40001", "40P01", "08000", "08001", "08003", "08006", "57P01", "57P02", "57P03"]);
const MAX_TRIES = 8;
const MAX_MS = 8_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** Whether the same work may succeed when it is done again. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.has(error.code);
}

/** Does the work again, after a pause of random length, while it fails with a passing error: at most 8 times in 8 s. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  const start = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || tries >= MAX_TRIES || Date.now() - start >= MAX_MS) throw error;
      await pause(FIRST_PAUSE_MS + Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** tries));
    }
  }
}
