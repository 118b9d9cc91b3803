/**
 * Proof of work: an unknown browser must solve a challenge before it may try an account or a server under attack. The server stores
 * nothing until the solution arrives: the challenge is signed, bound to one account, valid for five minutes, and
 * accepted once on any node.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Queries } from "../store/database.ts";
import type { Seal } from "../core/seal.ts";

/**
 * A challenge: find the number below `most` for which the SHA-256 of `<salt>.<number>` is `target` (hexadecimal), and
 * return it with `challenge`.
 */
export type ProofOfWorkChallenge = { challenge: string; salt: string; target: string; most: number };

const VALID_MS = 5 * 60_000;
/**
 * Minimum difficulty. A laptop needs a third of a second for 2^18 numbers, a few seconds for 2^22, and about a dozen
 * for 2^24.
 */
export const MIN_BITS = 18;
/** Maximum difficulty that others can cause: by failures of all addresses for a subject, or by a crowd. */
export const MAX_BITS = 24;
/** Maximum difficulty for a network address that has itself failed for the subject. */
const MAX_OWN_BITS = 25;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const describe = (subject: string, salt: string, target: string): string => `work|${subject}|${salt}|${target}`;

/** Number of tries beyond the free ones: `all` from every network address, `own` from the client's address. */
export interface Tries {
  all: number;
  own: number;
}

/**
 * Returns the difficulty in bits after a number of tries: one more bit for every ten from all addresses, or for every
 * three from the client's own, each up to a maximum, whichever is more.
 */
export const computeBits = ({ all, own }: Tries): number =>
  Math.max(
    Math.min(MAX_BITS, MIN_BITS + Math.floor(Math.max(0, all) / 10)),
    Math.min(MAX_OWN_BITS, MIN_BITS + Math.floor(Math.max(0, own) / 3)),
  );

export function createChallenge(seal: Pick<Seal, "sign">, subject: string, bits: number): ProofOfWorkChallenge {
  const most = 2 ** bits;
  const salt = `${bits}-${(Date.now() + VALID_MS).toString(36)}-${randomBytes(12).toString("base64url")}`;
  const target = sha256(`${salt}.${randomInt(most)}`);
  return { challenge: `${salt}.${target}.${seal.sign("work", describe(subject, salt, target))}`, salt, target, most };
}

/**
 * Returns whether a solution (`challenge.number`) is correct, unexpired, for this subject, of at least `bits`, and not
 * used before. Marks a valid solution as used.
 */
export async function consumeSolution(
  db: Queries,
  seal: Pick<Seal, "signByEach">,
  { subject, bits }: { subject: string; bits: number },
  solution: string | undefined,
): Promise<boolean> {
  const [salt = "", target = "", mac = "", number = ""] = solution?.split(".") ?? [];
  const [asked, until = ""] = salt.split("-");
  const due = Number.parseInt(until, 36);
  if (Number(asked) < bits || !(due > Date.now())) return false;
  // A challenge that was signed with a key that this node lacks is refused, and the client gets a new one.
  const isOurs = seal.signByEach("work", describe(subject, salt, target)).some((own) => isEqual(own, mac));
  if (!isOurs || sha256(`${salt}.${number}`) !== target) return false;
  const [fresh] = await db.query(
    "INSERT INTO work_done (salt, expires_at) VALUES ($1, $2) ON CONFLICT (salt) DO NOTHING RETURNING salt",
    [salt, new Date(due).toISOString()],
  );
  return fresh !== undefined;
}

function isEqual(left: string, right: string): boolean {
  const [own, given] = [Buffer.from(left), Buffer.from(right)];
  return own.length === given.length && timingSafeEqual(own, given);
}
