/** Signs operators in by password and authenticator code, for one operation or for a command-line session. */
import { randomBytes } from "node:crypto";
import { sha256 } from "../core/canonical.ts";
import { Failure } from "../core/failure.ts";
import type { Seal } from "../core/seal.ts";
import { digestPassword, verifyDigest } from "../session/password.ts";
import { clearThrottle, countAttempt, type ThrottleRule } from "../session/throttle.ts";
import { findCodeStep } from "../session/totp.ts";
import type { Database, Queries } from "../store/database.ts";
import { describeOperatorContext } from "./operators.ts";
import { OperatorRefused } from "./refusal.ts";
import { toIso } from "../core/clock.ts";

const RULE: ThrottleRule = { windowMs: 60 * 60_000, free: 5, firstWaitMs: 15_000, maxWaitMs: 15 * 60_000 };
/** Idle timeout and maximum lifetime of a session, in milliseconds. */
const IDLE_MS = 15 * 60_000;
const ABSOLUTE_MS = 8 * 3_600_000;

export interface Credentials {
  name: string;
  password: string;
  code: string;
}

/**
 * Verifies the password and code of an operator. Each code is accepted once.
 *
 * @throws OperatorRefused `wrong`, whether the operator is unknown or disabled, the password wrong, or the code wrong
 * or used; Failure `throttled` after too many failures
 */
export async function verifyOperator(db: Database, seal: Seal, { name, password, code }: Credentials): Promise<void> {
  const key = `operator:${name}`;
  // Concurrent guesses from several processes cannot exceed the limit.
  await countAttempt(db, key, RULE);
  const [row] = await db.query("SELECT password_hash, totp_secret FROM operator WHERE name = $1 AND state = 'active'", [
    name,
  ]);
  const isRight = await verifyDigest(row?.password_hash, digestPassword("login", password), "signedIn");
  if (
    !row ||
    !isRight ||
    !(await consumeCode(db, name, seal.openValue("", describeOperatorContext(name), row.totp_secret), code))
  )
    throw new OperatorRefused("wrong");
  await clearThrottle(db, key);
}

/** Consumes a code. Returns false when the code is wrong or its time step has been used. */
async function consumeCode(db: Queries, name: string, secret: string, code: string): Promise<boolean> {
  let step: number;
  try {
    step = findCodeStep(secret, code);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
  const rows = await db.query(
    "UPDATE operator SET totp_last_step = $2 WHERE name = $1 AND totp_last_step < $2 RETURNING name",
    [name, step],
  );
  return rows.length > 0;
}

/** Opens a session for a verified operator and returns its token. Only a hash of the token is stored. */
export async function openOperatorSession(tx: Queries, name: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await tx.query("DELETE FROM operator_session WHERE seen_at < $1", [toIso(now - ABSOLUTE_MS)]);
  await tx.query("INSERT INTO operator_session (hash, name, created_at, seen_at) VALUES ($1, $2, $3, $3)", [
    sha256(token),
    name,
    toIso(now),
  ]);
  return token;
}

/**
 * Returns the operator of a session and restarts its idle timeout.
 *
 * @throws OperatorRefused `sessionOver` when the session has ended, or its operator is disabled
 */
export async function readOperatorSession(db: Queries, token: string): Promise<string> {
  const now = Date.now();
  const [row] = await db.query(
    `UPDATE operator_session SET seen_at = $2 WHERE hash = $1 AND seen_at > $3 AND created_at > $4
       AND name IN (SELECT name FROM operator WHERE state = 'active') RETURNING name`,
    [sha256(token), toIso(now), toIso(now - IDLE_MS), toIso(now - ABSOLUTE_MS)],
  );
  if (!row) throw new OperatorRefused("sessionOver");
  return row.name;
}

/** Ends a session and returns its operator; undefined when there is no such session. */
export async function endOperatorSession(tx: Queries, token: string): Promise<string | undefined> {
  const [row] = await tx.query("DELETE FROM operator_session WHERE hash = $1 RETURNING name", [sha256(token)]);
  return row?.name;
}
