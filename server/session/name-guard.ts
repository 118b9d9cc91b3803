/** Whoever asks which merchant stands behind a number is slowed down when he guesses: names of customers are not to be harvested. */
import type { Actor } from "../actor.ts";
import type { Queries } from "../store/database.ts";
import { checkThrottle, countFailure, type ThrottleRule } from "./throttle.ts";

/** Ten questions an hour may miss; then half a minute, a minute, ... up to an hour. */
const RULE: ThrottleRule = { windowMs: 3_600_000, free: 10, firstWaitMs: 30_000, maxWaitMs: 3_600_000 };

type Asker = Pick<Actor, "userId">;
const keyOf = ({ userId }: Asker): string => `merchantName:${userId ?? ""}`;

/** Throws `throttled`. */
export const mayAskNames = (db: Queries, actor: Asker): Promise<void> => checkThrottle(db, keyOf(actor), RULE);

/** Counts a number that is nobody's, or a name that is not his. */
export const countNameMiss = (db: Queries, actor: Asker): Promise<void> => countFailure(db, keyOf(actor), RULE);
