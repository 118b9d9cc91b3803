/**
 * Step-up: confirms exactly one call with exactly one body by a password, and by a second factor if one is
 * required. `checkPassword` issues a proof, and the transaction of the call consumes it. A proof is valid for one use
 * and two minutes (`RAISABLE_MS` once upgraded with an authenticator that was set up in the meantime), and is bound to
 * the session, the call and the body's SHA-256.
 */
import type { StepUp } from "@portolan/engine";
import { createHash, randomBytes } from "node:crypto";
import { Failure } from "../core/failure.ts";
import { compareText } from "../core/compare-text.ts";
import { settleInOrder } from "../core/settle-in-order.ts";
import type { Queries, SetWrite, Tx } from "../store/database.ts";
import { verifySecondFactor } from "./second-factor.ts";
import type { SessionServices } from "./services.ts";
import type { Session } from "./sessions.ts";
import { runExclusive } from "./run-exclusive.ts";
import { toIso } from "../core/clock.ts";

/** How a call was confirmed: a step-up of the dialect, whose name ends in `+totp` with the second factor. */
export type Strength = StepUp;
/** Returns whether a step-up includes the second factor. */
export const hasSecondFactor = (strength: Strength): boolean => strength.endsWith("+totp");
const PROOF_MS = 2 * 60_000;
/**
 * Time in milliseconds after the issue of a proof in which it may be upgraded with an authenticator that was set up in
 * the meantime.
 */
export const RAISABLE_MS = 10 * 60_000;

/**
 * Condition of proofs that can be upgraded and expire after $3. Such proofs still have the expiry set at
 * their issue, so that their age can be computed from it.
 */
const RAISABLE = "strength NOT LIKE '%+totp' AND used_at IS NULL AND expires_at > $3";

const hashProof = (proof: string) => createHash("sha256").update(proof).digest("hex");

export interface ProofSubject {
  holder: ProofHolder;
  call: string;
  bodyHash: string;
}

/** The session that a proof is bound to, and its user's tenant. */
export interface ProofHolder {
  sidHash: string;
  user: Pick<Session["user"], "tenant">;
}

/**
 * Verifies the password and, if given, the second factor (`code`), and returns a proof.
 *
 * @throws Failure of `Accounts.checkStepUpPassword`; `totpNeeded`, `totpWrong`, `throttled`, `keyUnknown`
 */
export async function issueProof(
  services: SessionServices,
  session: Session,
  { password, code, ip }: { password: string; code: string | undefined; ip: string },
  subject: Omit<ProofSubject, "holder">,
): Promise<string> {
  const {
    db,
    schemas,
    vocabulary: { accounts },
  } = services;
  await runExclusive(`step-up:${session.user.id}`, () => accounts.checkStepUpPassword(db, session.user, password));
  if (code) await verifySecondFactor(services, session.user, code, ip);
  const strength = schemas.dialect.stepUps.find((item) => hasSecondFactor(item) === Boolean(code));
  if (strength === undefined) throw new Error("the dialect has no such step-up");
  return storeProof(db, { ...subject, holder: session }, strength, Date.now() + PROOF_MS);
}

/** Stores a new proof, which is valid until `expiresAt` (ms), and returns it. */
export async function storeProof(
  db: Queries,
  { holder: { sidHash, user }, call, bodyHash }: ProofSubject,
  strength: Strength,
  expiresAt: number,
): Promise<string> {
  const proof = randomBytes(32).toString("base64url");
  await db.query(
    `INSERT INTO proof (hash, sid_hash, call, body_hash, strength, expires_at, m) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [hashProof(proof), sidHash, call, bodyHash, strength, toIso(expiresAt), user.tenant],
  );
  return proof;
}

/**
 * Asserts that a proof can still be upgraded in this session: it is unused, was never upgraded, and is at most
 * `withinMs` old.
 *
 * @throws Failure `proofWrong`
 */
export async function checkRaisable(
  db: Queries,
  proof: string,
  { sidHash, user }: ProofHolder,
  withinMs: number = PROOF_MS,
): Promise<void> {
  const [row] = await db.query(`SELECT hash FROM proof WHERE m = $4 AND hash = $1 AND sid_hash = $2 AND ${RAISABLE}`, [
    hashProof(proof),
    sidHash,
    computeRaisableFrom(withinMs),
    user.tenant,
  ]);
  if (!row) throw new Failure("proofWrong");
}

/**
 * Adds the second factor to a proof after the caller has verified the second factor, and sets its expiry to `forMs` from
 * now. A proof is upgraded only once, so it expires at most `withinMs + forMs` after its issue. It stays bound to its
 * call and body, so that the confirmed order continues.
 *
 * @throws Failure `proofWrong` as `checkRaisable`
 */
export async function raiseProof(
  db: Queries,
  proof: string,
  { sidHash, user }: ProofHolder,
  { withinMs = PROOF_MS, forMs = PROOF_MS }: { withinMs?: number; forMs?: number } = {},
): Promise<void> {
  const [row] = await db.query(
    `UPDATE proof SET strength = strength || '+totp', expires_at = $4 WHERE m = $5 AND hash = $1 AND sid_hash = $2 AND ${RAISABLE} RETURNING hash`,
    [hashProof(proof), sidHash, computeRaisableFrom(withinMs), toIso(Date.now() + forMs), user.tenant],
  );
  if (!row) throw new Failure("proofWrong");
}
/** Returns the earliest expiry of proofs without the second factor that are at most `withinMs` old. */
const computeRaisableFrom = (withinMs: number): string => toIso(Date.now() + PROOF_MS - withinMs);

/**
 * Consumes a proof in the call's transaction, so that a rollback makes it valid again. Returns its strength, which the
 * lifecycle compares with what the event requires.
 *
 * @throws Failure `proofWrong` for a proof that is unknown, used, expired, or for another session, call or body
 */
export async function consumeProof(
  tx: Tx,
  proof: string,
  { holder: { sidHash, user }, call, bodyHash }: ProofSubject,
): Promise<Strength> {
  const use: ProofUse = { tenant: user.tenant, hash: hashProof(proof), sidHash, call, bodyHash, at: toIso(Date.now()) };
  const [strength] = await settleInOrder(readStrength(tx, use), tx.write(PROOF_USES, use));
  if (strength === undefined) throw new Failure("proofWrong");
  return strength;
}

/** Returns the strength of an unused proof; undefined when there is none. */
async function readStrength(
  db: Queries,
  { tenant, hash, sidHash, call, bodyHash, at }: ProofUse,
): Promise<Strength | undefined> {
  const [row] = await db.query(
    `SELECT strength FROM proof
       WHERE m = $1 AND hash = $2 AND sid_hash = $3 AND call = $4 AND body_hash = $5 AND used_at IS NULL AND expires_at > $6`,
    [tenant, hash, sidHash, call, bodyHash, at],
  );
  return row?.strength;
}

/** A proof, what it must be bound to, and when it is used. */
interface ProofUse {
  tenant: string;
  hash: string;
  sidHash: string;
  call: string;
  bodyHash: string;
  at: string;
}

const PROOF_USES: SetWrite<ProofUse> = {
  step: "claim",
  // A call that needs no proof does not wait for it, so that a wrong one is found here.
  async findRefused(db, uses) {
    const first = new Map(uses.toReversed().map((use) => [use.hash, use]));
    const strengths = await Promise.all(uses.map((use) => readStrength(db, use)));
    return new Set(uses.filter((use, index) => first.get(use.hash) !== use || strengths[index] === undefined));
  },
  async write(tx, uses) {
    const tenants = [...new Set(uses.map(({ tenant }) => tenant))].toSorted(compareText);
    const used = await Promise.all(
      tenants.map((tenant) => {
        const own = uses.filter((use) => use.tenant === tenant);
        const at = own.map((use) => use.at).reduce((last, next) => (next > last ? next : last));
        const bound = own.map(
          (_, index) => `($${index * 4 + 3}, $${index * 4 + 4}, $${index * 4 + 5}, $${index * 4 + 6})`,
        );
        return tx.query(
          `UPDATE proof SET used_at = $1 WHERE m = $2 AND (hash, sid_hash, call, body_hash) IN (${bound.join(", ")})
             AND used_at IS NULL AND expires_at > $1 RETURNING hash`,
          [at, tenant, ...own.flatMap(({ hash, sidHash, call, bodyHash }) => [hash, sidHash, call, bodyHash])],
        );
      }),
    );
    if (used.flat().length < uses.length) throw new Failure("proofWrong");
  },
};
