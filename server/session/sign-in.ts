/**
 * Sign-in by password or by a mailed code, and the second factor where it is on. A password: one answer (M1) and the same work for an
 * unknown user and a wrong one. Guessing is slowed down per account and address, per account, and per address; no stranger can lock an
 * account for good.
 */
import { Failure } from "../failure.ts";
import type { Deps } from "../app.ts";
import type { Queries } from "../store/database.ts";
import { checkCode } from "./codes.ts";
import { verifyDigest } from "./password.ts";
import { verifySecondFactor } from "./second-factor.ts";
import { checkThrottle, clearThrottle, countFailure, type ThrottleRule } from "./throttle.ts";
import { inTurn } from "./turns.ts";
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

/** What somebody brings to sign in. */
export interface Claim {
  username: string;
  /** Either of the two first factors. */
  digest?: string;
  code?: string;
  /** Of the authenticator, or a recovery code. */
  secondFactor?: string;
}

/**
 * The user who proved to be himself; `undefined` when his second factor is asked for. Throws `wrongSignIn`, `codeWrong`, `throttled`,
 * `userDisabled`, `totpWrong`.
 */
export async function checkSignIn(deps: Pick<Deps, "db" | "seal" | "clock">, claim: Claim, ip: string): Promise<PortalUser | undefined> {
  const { db } = deps;
  const name = normalUsername(claim.username);
  return guarded(db, name, ip, async () => {
    const user = await userByName(db, name);
    const spend = claim.code === undefined ? await byPassword(user, claim.digest ?? "") : await checkCode(deps, { purpose: "login", subject: name }, claim.code);
    if (!user) throw new Failure("codeWrong");
    if (user.state !== "active") throw new Failure("userDisabled");
    if (user.totpSecret && claim.secondFactor === undefined) return undefined;
    if (user.totpSecret) await verifySecondFactor(deps, user, claim.secondFactor!, ip);
    await spend?.(db);
    return user;
  });
}

async function byPassword(user: PortalUser | undefined, digest: string): Promise<undefined> {
  if (!(await verifyDigest(user?.loginHash, digest)) || !user) throw new Failure("wrongSignIn");
}

/** Counts what `check` refuses, for the account and the address; forgets it once somebody is in. */
async function guarded<T>(db: Queries, name: string, ip: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
  return inTurn(`login:${name}`, () => counted(db, name, ip, check));
}

async function counted<T>(db: Queries, name: string, ip: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
  const keys = [
    [`login:${name}|${ip}`, rules.pair],
    [`login:${name}`, rules.account],
    [`login-ip:${ip}`, rules.address],
  ] as const;
  for (const [key, rule] of keys) await checkThrottle(db, key, rule);
  let result: T | undefined;
  try {
    result = await check();
  } catch (error) {
    const guess = error instanceof Failure && ["wrongSignIn", "codeWrong", "totpWrong"].includes(error.failure);
    if (guess) for (const [key, rule] of keys) await countFailure(db, key, rule);
    throw error;
  }
  if (result) for (const [key] of keys.slice(0, 2)) await clearThrottle(db, key);
  return result;
}

/** Whether the login password of a signed-in user is this one; guesses count like failed sign-ins. Throws `wrongSignIn`, `throttled`. */
export async function checkOwnPassword({ db }: Pick<Deps, "db">, user: PortalUser, digest: string, ip: string): Promise<void> {
  await guarded(db, user.username, ip, async () => {
    await byPassword(user, digest);
    return true;
  });
}
