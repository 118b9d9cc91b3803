/**
 * Sign-in by password: one answer (M1) and the same work for an unknown user and a wrong password. Guessing is slowed down per account
 * and address, per account, and per address; no stranger can lock an account for good.
 */
import { Failure } from "../failure.ts";
import type { Deps } from "../app.ts";
import { verifyDigest } from "./password.ts";
import { checkThrottle, clearThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { normalUsername, userByName, type PortalUser } from "./users.ts";

const MINUTES_15 = 15 * 60_000;
const rules = {
  /** One account from one address: after 5 failures 2 s, 4 s, ... up to 15 min. */
  pair: { windowMs: MINUTES_15, free: 5, firstWaitMs: 2_000, maxWaitMs: MINUTES_15 },
  /** One account from anywhere: never more than half a minute, because strangers can cause it. */
  account: { windowMs: MINUTES_15, free: 20, firstWaitMs: 1_000, maxWaitMs: 30_000 },
  /** One address: 100 failures in a quarter of an hour. */
  address: { windowMs: MINUTES_15, free: 100, firstWaitMs: 30_000, maxWaitMs: MINUTES_15 },
} satisfies Record<string, ThrottleRule>;

/** The user whose password this is. Throws `wrongSignIn`, `throttled`, `userDisabled`. */
export async function checkSignIn({ db }: Pick<Deps, "db">, username: string, digest: string, ip: string): Promise<PortalUser> {
  const name = normalUsername(username);
  const keys = [
    [`login:${name}|${ip}`, rules.pair],
    [`login:${name}`, rules.account],
    [`login-ip:${ip}`, rules.address],
  ] as const;
  for (const [key, rule] of keys) await checkThrottle(db, key, rule);
  const user = await userByName(db, name);
  if (!(await verifyDigest(user?.loginHash, digest)) || !user) {
    for (const [key, rule] of keys) await countFailure(db, key, rule);
    throw new Failure("wrongSignIn");
  }
  if (user.state !== "active") throw new Failure("userDisabled");
  await clearThrottle(db, keys[0][0]);
  await clearThrottle(db, keys[1][0]);
  return user;
}
