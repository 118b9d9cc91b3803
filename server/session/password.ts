/**
 * Hashes passwords. The server never receives the password itself: the client sends `base64(SHA-256("mp1|login|" or
 * "mp1|pay|" + NFC(password)))`, which the server treats as the password and stores as argon2id (OWASP minimum: 19 MiB,
 * 2 passes, 1 lane).
 */
import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Failure } from "../core/failure.ts";

export type DigestKind = "login" | "pay";

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Maximum numbers of concurrent and of queued hashes. The first one leaves CPU time for other requests. When the queue
 * is full, the call is refused with `tooMany` instead of waiting.
 */
const AT_ONCE = 2;
const QUEUE = 64;

/** Returns the digest that the client sends for a password, 44 characters. */
export function digestPassword(kind: DigestKind, password: string): string {
  return createHash("sha256")
    .update(`mp1|${kind}|${password.normalize("NFC")}`, "utf8")
    .digest("base64");
}

/** Returns the PHC string to store for a client digest. @throws Failure `tooMany` when the queue is full */
export const hashDigest = (digest: string): Promise<string> => runQueued(() => hash(digest, OPTIONS));

/**
 * Returns whether `digest` matches `stored`. For an unknown user or one without a password (`stored` undefined or
 * null), it does the same work and returns false.
 */
export async function verifyDigest(stored: string | null | undefined, digest: string): Promise<boolean> {
  const against = stored ?? (await createDecoyHash());
  const fits = await runQueued(() => verify(against, digest));
  return fits && stored != null;
}
let decoy: string | undefined;
const createDecoyHash = async () =>
  (decoy ??= await hashDigest(digestPassword("login", randomBytes(16).toString("hex"))));

let running = 0;
const waiting: (() => void)[] = [];

async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw new Failure("tooMany");
    // A finished run passes its slot directly to the first waiting run, so that a new run cannot overtake it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
