/**
 * Admits password hashes by who asks for them. Each class has its own share of the queue, and a free slot goes to the
 * first class with a waiting hash, so that strangers cannot delay the calls of users.
 */
import { Failure } from "../core/failure.ts";

/**
 * Who asks: a signed-in user, a browser in which the user has signed in before, or anyone else. In order of precedence.
 */
const CLASSES = ["signedIn", "known", "other"] as const;
export type HashClass = (typeof CLASSES)[number];

/** Maximum number of concurrent hashes, which leaves CPU time for other requests. */
const AT_ONCE = 2;
/** Maximum number of waiting hashes. Further ones are refused with `tooMany` instead of waiting. */
const SHARES: Readonly<Record<HashClass, number>> = { signedIn: 64, known: 32, other: 32 };

let running = 0;
const waiting: Readonly<Record<HashClass, (() => void)[]>> = { signedIn: [], known: [], other: [] };

/** Runs a hash when a slot is free. @throws Failure `tooMany` when the share of the class is full */
export async function runQueued<T>(hashClass: HashClass, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const queue = waiting[hashClass];
    if (queue.length >= SHARES[hashClass]) throw new Failure("tooMany");
    // A finished run passes its slot directly to a waiting run, so that a new run cannot overtake it.
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = CLASSES.map((one) => waiting[one]).find((queue) => queue.length > 0);
    if (next) next.shift()?.();
    else running--;
  }
}

/** Number of strangers who are trying to sign in, including those who do not wait for their hash yet. */
let strangers = 0;

/** Runs a stranger's sign-in, which counts towards `getCrowd`. */
export async function countStranger<T>(work: () => Promise<T>): Promise<T> {
  strangers++;
  try {
    return await work();
  } finally {
    strangers--;
  }
}

/** Returns how many strangers are trying to sign in, as a share of their part of the queue: 1 is full. */
export const getCrowd = (): number => strangers / SHARES.other;
