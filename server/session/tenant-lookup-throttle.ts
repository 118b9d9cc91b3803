/** Throttles guesses of tenant numbers, so that the names of customers cannot be collected. */
import type { ContextPlan, Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Queries } from "../store/database.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { runExclusive } from "./run-exclusive.ts";

/**
 * Limit per user: ten misses per hour without a delay. After that, the delay doubles from half a minute up to an hour.
 */
const RULE: ThrottleRule = { windowMs: 3_600_000, free: 10, firstWaitMs: 30_000, maxWaitMs: 3_600_000 };

/**
 * Returns whether the facts of a context reveal a wrong guess, which is a fact in `guess` that is not true. A context
 * without facts is not a guess.
 */
export const isMiss = ({ guess = [] }: Pick<ContextPlan, "guess">, facts: Row | undefined): boolean =>
  facts !== undefined && Object.keys(facts).length > 0 && guess.some((name) => facts[name] !== true);

type Asker = Pick<Actor, "userId">;
const formatKey = ({ userId }: Asker): string => `merchantName:${userId ?? ""}`;

/**
 * Runs a lookup and counts it as a failure if `missed` returns true: an unknown number, or a wrong name.
 *
 * @throws Failure `throttled`
 */
export async function throttleTenantLookup<T>(
  db: Queries,
  actor: Asker,
  lookUp: () => Promise<T>,
  missed: (result: T) => boolean,
): Promise<T> {
  const key = formatKey(actor);
  return runExclusive(key, async () => {
    await checkThrottle(db, key, RULE);
    const result = await lookUp();
    if (missed(result)) await countFailure(db, key, RULE);
    return result;
  });
}
