import { assertPresent } from "../core/required.ts";

/**
 * Creates a generator of numbers in [0, 1) that repeats for the same seed (mulberry32), so that the demo history is the
 * same on every machine.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a random item. @throws Error for an empty list */
export function pick<T>(random: () => number, list: readonly T[]): T {
  return assertPresent(list[Math.floor(random() * list.length)], "an item to pick");
}
