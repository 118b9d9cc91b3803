/**
 * Second factor: an authenticator code, or one of the recovery codes that were displayed once when the authenticator
 * was activated. Guesses are throttled per user. The caller has already verified the first factor.
 */
import { randomInt } from "node:crypto";
import { Failure } from "../core/failure.ts";
import type { Queries } from "../store/database.ts";
import { queueNotice } from "./mail.ts";
import type { Seal } from "../core/seal.ts";
import type { SessionServices } from "./services.ts";
import { clearThrottle, countAttempt, type ThrottleRule } from "./throttle.ts";
import { openTotpSecret, verifyTotp } from "./totp.ts";
import type { PortalUser } from "./users.ts";

const RULE: ThrottleRule = { windowMs: 60 * 60_000, free: 5, firstWaitMs: 15_000, maxWaitMs: 15 * 60_000 };
const RECOVERY_CODES = 8;
/**
 * Number of digits of a recovery code: twice as many as an authenticator code, so that the same field and number pad
 * accept both.
 */
const RECOVERY_DIGITS = 12;

/**
 * Verifies an authenticator or recovery code and consumes it.
 *
 * @throws Failure `totpNeeded` when the user has no second factor, `totpWrong` for a wrong or used code, `throttled`
 * after too many wrong codes
 */
export async function verifySecondFactor(
  services: SessionServices,
  user: PortalUser,
  code: string,
  ip: string,
): Promise<void> {
  const { db, seal } = services;
  if (!user.totpSecret) throw new Failure("totpNeeded");
  const key = `totp:${user.id}`;
  const secret = openTotpSecret(seal, user.id, user.totpSecret);
  await countAttempt(db, key, RULE);
  if (code.length === RECOVERY_DIGITS) await consumeRecoveryCode(services, user, code, ip);
  else await verifyTotp(db, user.id, secret, code);
  await clearThrottle(db, key);
}

async function consumeRecoveryCode(
  services: SessionServices,
  user: PortalUser,
  code: string,
  ip: string,
): Promise<void> {
  const { db, seal } = services;
  await db.tx(async (tx) => {
    const left = await tx.query("SELECT hash FROM recovery_code WHERE user_id = $1 AND used_at IS NULL", [user.id]);
    const found = left.find(({ hash }) => seal.verify("code", describe(user.id, code), hash));
    const [row] = await tx.query(
      `UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING hash`,
      [user.id, found?.hash ?? "", new Date().toISOString()],
    );
    if (!row) throw new Failure("totpWrong");
    await queueNotice(tx, services, user, { what: "recoveryUsed", ip });
  });
}

/**
 * Replaces the recovery codes and returns the new ones, grouped for reading: `1234-5678-9012`. They cannot be read
 * again, because only keyed hashes are stored.
 */
export async function createRecoveryCodes(tx: Queries, seal: Seal, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS / 4 }, () => String(randomInt(10_000)).padStart(4, "0")).join(""),
  );
  for (const code of codes)
    await tx.query("INSERT INTO recovery_code (user_id, hash) VALUES ($1, $2)", [
      userId,
      seal.sign("code", describe(userId, code)),
    ]);
  return codes.map((code) => code.replace(/\d{4}(?=\d)/g, "$&-"));
}

/** Deletes all recovery codes of the user, whether used or not. */
export async function deleteRecoveryCodes(tx: Queries, userId: string): Promise<void> {
  await tx.query("DELETE FROM recovery_code WHERE user_id = $1", [userId]);
}

export async function countRecoveryCodes(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query("SELECT count(*) AS n FROM recovery_code WHERE user_id = $1 AND used_at IS NULL", [
    userId,
  ]);
  return Number(row?.n ?? 0);
}

const describe = (userId: string, code: string): string => `recovery|${userId}|${code}`;
