/**
 * Hashes passwords. The server never receives the password itself: the client sends `base64(SHA-256("mp1|" + kind + "|" +
 * NFC(password)))`, which the server treats as the password and stores as argon2id (OWASP minimum: 19 MiB, 2 passes,
 * 1 lane).
 */
import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { runQueued, type HashClass } from "./password-queue.ts";

/** Kinds of passwords, as keys. A product declares its further kinds by merging. */
export interface PasswordKinds {
  login: true;
}
export type DigestKind = keyof PasswordKinds;

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the digest that the client sends for a password, 44 characters. */
export function digestPassword(kind: DigestKind, password: string): string {
  return createHash("sha256")
    .update(`mp1|${kind}|${password.normalize("NFC")}`, "utf8")
    .digest("base64");
}

/** Returns the PHC string to store for a client digest. @throws Failure `tooMany` when the share of the class is full */
export const hashDigest = (digest: string, hashClass: HashClass): Promise<string> =>
  runQueued(hashClass, () => hash(digest, OPTIONS));

/**
 * Returns whether `digest` matches `stored`. For an unknown user or one without a password (`stored` undefined or
 * null), it does the same work and returns false.
 *
 * @throws Failure `tooMany` when the share of the class is full
 */
export async function verifyDigest(
  stored: string | null | undefined,
  digest: string,
  hashClass: HashClass,
): Promise<boolean> {
  const against = stored ?? (await createDecoyHash(hashClass));
  const fits = await runQueued(hashClass, () => verify(against, digest));
  return fits && stored != null;
}
let decoy: string | undefined;
const createDecoyHash = async (hashClass: HashClass) =>
  (decoy ??= await hashDigest(digestPassword("login", randomBytes(16).toString("hex")), hashClass));
