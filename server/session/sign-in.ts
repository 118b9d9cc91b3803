/**
 * Sign-in by password or by a code sent by email, and by the second factor if one is active. An unknown user and a
 * wrong password get the same response (M1) after the same work. Guesses are throttled per account and network address
 * without locking the user out: a known browser has a separate count. All unknown browsers share a count, above which
 * each try requires a proof of work. The work doubles with every ten failures at the account, or with every three from
 * the network address at that account, whichever results in more. It has a maximum, so that the right password is never
 * refused for long.
 */
import { Failure } from "../core/failure.ts";
import type { Queries } from "../store/database.ts";
import { checkCode } from "./codes.ts";
import { isKnown, type Device } from "./device.ts";
import { verifyDigest } from "./password.ts";
import { verifySecondFactor } from "./second-factor.ts";
import type { SessionServices } from "./services.ts";
import {
  checkThrottle,
  clearThrottle,
  countAttempt,
  countFailure,
  countFailures,
  type ThrottleRule,
  uncountFailure,
} from "./throttle.ts";
import { normalizeUsername, findUserByName, type PortalUser } from "./users.ts";
import { createChallenge, computeBits, consumeSolution } from "./proof-of-work.ts";

const WINDOW_MS = 15 * 60_000;
/** Number of failures of all unknown browsers for one account before a proof of work is required. */
const FREE = 5;
/** Number of failures of a known browser in a window before it is treated like an unknown one. */
const DEVICE_FREE = 10;
const rules = {
  counted: { windowMs: WINDOW_MS },
  /** Limit per network address over all accounts: 100 failures in 15 minutes. */
  address: { windowMs: WINDOW_MS, free: 100, firstWaitMs: 30_000, maxWaitMs: WINDOW_MS },
  /** Limit for verifying the login password of a signed-in user. */
  own: { windowMs: WINDOW_MS, free: 5, firstWaitMs: 2_000, maxWaitMs: WINDOW_MS },
} satisfies Record<string, Pick<ThrottleRule, "windowMs"> | ThrottleRule>;

export interface Claim {
  username: string;
  /** First factor: the digest of the password, or `code`, which was sent by email. */
  digest?: string | undefined;
  code?: string | undefined;
  /** Authenticator code or recovery code. */
  secondFactor?: string | undefined;
}
export interface Origin {
  device: Device | undefined;
  ip: string;
  work?: string | undefined;
}

/**
 * Returns the authenticated user, or undefined if the second factor is required.
 *
 * @throws Failure `wrongSignIn`, `codeWrong`, `workNeeded` (with the challenge), `throttled`, `userDisabled`,
 * `totpWrong`, `keyUnknown`
 */
export async function checkSignIn(
  services: SessionServices,
  claim: Claim,
  from: Origin,
): Promise<PortalUser | undefined> {
  const name = normalizeUsername(claim.username);
  const user = await findUserByName(services.db, name);
  const check = async () => {
    const spend =
      claim.code === undefined
        ? await checkByPassword(user, claim.digest ?? "")
        : await checkCode(services, { purpose: "login", subject: name }, claim.code, from.device);
    if (!user) throw new Failure("codeWrong");
    if (user.state !== "active") throw new Failure("userDisabled");
    if (user.totpSecret) {
      if (claim.secondFactor === undefined) return undefined;
      await verifySecondFactor(services, user, claim.secondFactor, from.ip);
    }
    await spend?.(services.db);
    return user;
  };
  const own = isKnown(services.seal, from.device, user) ? `login-device:${from.device.id}|${name}` : undefined;
  const { db } = services;
  if (own && (await countFailure(db, own, rules.counted)) <= DEVICE_FREE) return checkCounted(db, [own], check);
  await assertProofOfWork(services, name, from);
  try {
    return await checkCounted(db, [`login:${name}`, buildGuessKey(from.ip, name)], check);
  } catch (error) {
    if (isGuess(error)) await countFailure(db, `login-ip:${from.ip}`, rules.counted);
    throw error;
  }
}

/** Returns the key for the failures of one network address at one account. */
const buildGuessKey = (ip: string, name: string): string => `login-at:${ip}|${name}`;

/**
 * Asserts that a browser that is unknown, or has failed too often, may try to sign in, and counts the try as a failure.
 * A refused try is not counted, because it is not verified.
 *
 * @throws Failure `throttled`, `workNeeded`
 */
async function assertProofOfWork({ db, seal }: SessionServices, name: string, { ip, work }: Origin): Promise<void> {
  const [all, own] = [`login:${name}`, buildGuessKey(ip, name)];
  await checkThrottle(db, `login-ip:${ip}`, rules.address);
  const failures = await countFailures(db, all, WINDOW_MS);
  const bits = computeBits({ all: failures - FREE, own: (await countFailures(db, own, WINDOW_MS)) - FREE });
  const isFree = failures < FREE;
  if (!isFree && !(await consumeSolution(db, seal, { subject: name, bits }, work)))
    throw new Failure("workNeeded", createChallenge(seal, name, bits));
  const counted = await countFailure(db, all, rules.counted);
  if (isFree && counted > FREE) {
    // Other tries, perhaps on other nodes, have been counted since.
    await uncountFailure(db, all);
    throw new Failure("workNeeded", createChallenge(seal, name, bits));
  }
  await countFailure(db, own, rules.counted);
}

async function checkByPassword(user: PortalUser | undefined, digest: string): Promise<undefined> {
  if (!(await verifyDigest(user?.loginHash, digest)) || !user) throw new Failure("wrongSignIn");
}

/** Returns whether an error is the refusal of wrong credentials. */
const isGuess = (error: unknown): boolean =>
  error instanceof Failure && ["wrongSignIn", "codeWrong", "totpWrong"].includes(error.failure);

/**
 * Verifies credentials that have been counted as a failure under all keys, so that concurrent guesses on several nodes
 * cannot exceed a limit. If `check` returns a result, clears the counts. If it finds no wrong credentials,
 * decrements them.
 */
async function checkCounted<T>(
  db: Queries,
  keys: readonly string[],
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const settle = async (change: typeof clearThrottle) => {
    for (const key of keys) await change(db, key);
  };
  let result: T | undefined;
  try {
    result = await check();
  } catch (error) {
    if (!isGuess(error)) await settle(uncountFailure);
    throw error;
  }
  await settle(result ? clearThrottle : uncountFailure);
  return result;
}

/**
 * Verifies the login password of a signed-in user. Failures count for that user only, because strangers cannot cause
 * them.
 *
 * @throws Failure `wrongSignIn`, `throttled`, `tooMany` when the server verifies too many passwords at once
 */
export async function checkOwnPassword(
  { db }: Pick<SessionServices, "db">,
  user: PortalUser,
  digest: string,
): Promise<void> {
  const key = `own-password:${user.id}`;
  const undo = await countAttempt(db, key, rules.own);
  try {
    await checkByPassword(user, digest);
  } catch (error) {
    if (!isGuess(error)) await undo();
    throw error;
  }
  await clearThrottle(db, key);
}
