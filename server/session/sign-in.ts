/**
 * Sign-in by password or by a code sent by email, and by the second factor if one is active. An unknown user and a
 * wrong password get the same response (M1) after the same work. Guesses are throttled per account and network address
 * without locking the user out: a known browser has a separate count. All unknown browsers share a count, above which
 * each try requires a proof of work. The work doubles with every ten failures at the account, or with every three from
 * the network address at that account, whichever results in more. It has a maximum, so that the right password is never
 * refused for long. While strangers crowd the server, each of them needs a proof of work before a password is hashed.
 */
import { Failure } from "../core/failure.ts";
import type { Queries } from "../store/database.ts";
import { checkCode } from "./codes.ts";
import { isKnown, type Device } from "./device.ts";
import { isLoopback } from "../core/address.ts";
import { verifyDigest } from "./password.ts";
import { countStranger, getCrowd, type HashClass } from "./password-queue.ts";
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
import { createChallenge, computeBits, consumeSolution, MAX_BITS, MIN_BITS } from "./proof-of-work.ts";

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
  /** Whether a user had a session at this address within a day (`KnownAddresses`). */
  isKnownAddress: boolean;
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
  const user = await findUserByName(services, name);
  const check = async (hashClass: HashClass) => {
    const spend =
      claim.code === undefined
        ? await checkByPassword(user, claim.digest ?? "", hashClass)
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
  if (own && (await countFailure(db, own, rules.counted)) <= DEVICE_FREE)
    return checkCounted(db, [own], () => check("known"));
  return countStranger(async () => {
    await assertProofOfWork(services, name, { ...from, hashes: claim.code === undefined });
    try {
      return await checkCounted(db, [`login:${name}`, buildGuessKey(from.ip, name)], () => check("other"));
    } catch (error) {
      if (isGuess(error)) await countFailure(db, `login-ip:${from.ip}`, rules.counted);
      throw error;
    }
  });
}

/** Returns the key for the failures of one network address at one account. */
const buildGuessKey = (ip: string, name: string): string => `login-at:${ip}|${name}`;

/** Share of the strangers' part of the queue above which each of them needs a proof of work. */
const CROWDED = 0.5;
/** Number of failures of an address, over all accounts, for one more bit while the server is crowded. */
const FAILURES_PER_BIT = 10;

/**
 * Returns the difficulty in bits that a stranger needs because of the crowd, one more for each quarter of the queue and
 * for every ten failures of the address. 0 if the server is not crowded, and for this machine and known addresses.
 */
async function computeCrowdBits(db: Queries, { ip, isKnownAddress }: Origin): Promise<number> {
  if (isKnownAddress || isLoopback(ip) || getCrowd() < CROWDED) return 0;
  const failures = await countFailures(db, `login-ip:${ip}`, WINDOW_MS);
  const beyond = Math.min(1, getCrowd() - CROWDED);
  return Math.min(MAX_BITS, MIN_BITS + Math.floor(beyond * 4) + Math.floor(failures / FAILURES_PER_BIT));
}

/**
 * Asserts that a browser that is unknown, or has failed too often, may try to sign in, and counts the try as a failure.
 * A refused try is not counted, because it is not verified. `hashes`: whether a password is hashed.
 *
 * @throws Failure `throttled`, `workNeeded`
 */
async function assertProofOfWork(
  { db, seal }: SessionServices,
  name: string,
  { hashes, ...from }: Origin & { hashes: boolean },
): Promise<void> {
  const [all, own] = [`login:${name}`, buildGuessKey(from.ip, name)];
  await checkThrottle(db, `login-ip:${from.ip}`, rules.address);
  const failures = await countFailures(db, all, WINDOW_MS);
  const isFree = failures < FREE;
  const forAccount = computeBits({ all: failures - FREE, own: (await countFailures(db, own, WINDOW_MS)) - FREE });
  const forCrowd = hashes ? await computeCrowdBits(db, from) : 0;
  // The crowd may have grown while the client solved a challenge, so it does not raise what is accepted.
  const [needed, asked] = [isFree ? MIN_BITS : forAccount, Math.max(isFree ? 0 : forAccount, forCrowd)];
  if (asked > 0 && !(await consumeSolution(db, seal, { subject: name, bits: needed }, from.work)))
    throw new Failure("workNeeded", createChallenge(seal, name, asked));
  const counted = await countFailure(db, all, rules.counted);
  if (isFree && asked === 0 && counted > FREE) {
    // Other tries, perhaps on other nodes, have been counted since.
    await uncountFailure(db, all);
    throw new Failure("workNeeded", createChallenge(seal, name, forAccount));
  }
  await countFailure(db, own, rules.counted);
}

async function checkByPassword(user: PortalUser | undefined, digest: string, hashClass: HashClass): Promise<undefined> {
  if (!(await verifyDigest(user?.loginHash, digest, hashClass)) || !user) throw new Failure("wrongSignIn");
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
    await checkByPassword(user, digest, "signedIn");
  } catch (error) {
    if (!isGuess(error)) await undo();
    throw error;
  }
  await clearThrottle(db, key);
}
