/** Throttles guesses of tenant numbers, so that the names of customers cannot be collected. */
import type { ContextPlan, Row } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import type { Database } from "../store/database.ts";
import { countAttempt, type ThrottleRule } from "./throttle.ts";

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
const formatKey = ({ userId }: Asker): string => `tenantName:${userId ?? ""}`;

/**
 * Runs a lookup and counts it as a failure if `missed` returns true: an unknown number, or a wrong name. It is counted
 * before it runs, so that concurrent guesses on several nodes cannot exceed the limit.
 *
 * @throws Failure `throttled`
 */
export async function throttleTenantLookup<T>(
  db: Database,
  actor: Asker,
  lookUp: () => Promise<T>,
  missed: (result: T) => boolean,
): Promise<T> {
  const undo = await countAttempt(db, formatKey(actor), RULE);
  const result = await lookUp();
  if (!missed(result)) await undo();
  return result;
}
