/** Whoever asks which merchant stands behind a number is slowed down when he guesses: names of customers are not to be harvested. */
import type { ContextPlan, Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Queries } from "../store/database.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { inTurn } from "./turns.ts";

/** Ten questions an hour may miss; then half a minute, a minute, ... up to an hour. */
const RULE: ThrottleRule = { windowMs: 3_600_000, free: 10, firstWaitMs: 30_000, maxWaitMs: 3_600_000 };

/** Whether the facts of a context say that somebody guessed: one that its `guess` names is not true. Who asked after nobody guessed nothing. */
export const isMiss = ({ guess = [] }: Pick<ContextPlan, "guess">, facts: Row | undefined): boolean =>
  facts !== undefined && Object.keys(facts).length > 0 && guess.some((name) => facts[name] !== true);

type Asker = Pick<Actor, "userId">;
const keyOf = ({ userId }: Asker): string => `merchantName:${userId ?? ""}`;

/** Asks, and counts it when `missed` says so: a number that is nobody's, or a name that is not his. Throws `throttled`. */
export async function asksName<T>(
  db: Queries,
  actor: Asker,
  ask: () => Promise<T>,
  missed: (answer: T) => boolean,
): Promise<T> {
  const key = keyOf(actor);
  return inTurn(key, async () => {
    await checkThrottle(db, key, RULE);
    const answer = await ask();
    if (missed(answer)) await countFailure(db, key, RULE);
    return answer;
  });
}
