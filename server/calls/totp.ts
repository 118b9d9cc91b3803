/**
 * Second factor of the signed-in user: its state, its enrolment by an authenticator app, and its end. The names of the
 * calls differ by product, so the work is exported too.
 */
import { auditSecurityEvent } from "../audit/security-log.ts";
import { Failure } from "../core/failure.ts";
import { assertPresent } from "../core/required.ts";
import { queueNotice } from "../session/mail.ts";
import { digestPassword } from "../session/password.ts";
import { countRecoveryCodes, createRecoveryCodes, deleteRecoveryCodes } from "../session/second-factor.ts";
import { checkOwnPassword } from "../session/sign-in.ts";
import { checkRaisable, hasSecondFactor, RAISABLE_MS, raiseProof } from "../session/step-up.ts";
import { createTotpSecret, drawTotpQr, findCodeStep, openTotpSecret, sealTotpSecret } from "../session/totp.ts";
import type { BareCall } from "./account-steps.ts";
import { sessionHandler } from "./handler.ts";

/**
 * Time in milliseconds during which a pending secret is returned again, so that a reload does not invalidate a scanned
 * code.
 */
const PENDING_MS = 10 * 60_000;

/** Returns whether the second factor is enabled, and the number of unused recovery codes. */
export const readTotpStatus = async ({ services, session: { user } }: BareCall) => ({
  username: user.username,
  bound: user.totpSecret !== null,
  recoveryCodesLeft: user.totpSecret === null ? 0 : await countRecoveryCodes(services.db, user.id),
});

/**
 * Returns an authenticator secret as QR code and text: the pending one, or a new one. Its first code activates it.
 *
 * @throws Failure `totpOn`
 */
export async function enrolTotp({
  services: { db, seal },
  session: { user },
}: BareCall): Promise<{ secret: string; otpauth: string; qr: string[] }> {
  if (user.totpSecret) throw new Failure("totpOn");
  const now = Date.now();
  const [row] = await db.query<{ secret: string }>(
    `INSERT INTO totp_pending AS p (user_id, secret, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET
       secret = CASE WHEN p.created_at <= $4 THEN $2 ELSE p.secret END, created_at = CASE WHEN p.created_at <= $4 THEN $3 ELSE p.created_at END
     RETURNING secret`,
    [
      user.id,
      sealTotpSecret(seal, user.id, createTotpSecret()),
      new Date(now).toISOString(),
      new Date(now - PENDING_MS).toISOString(),
    ],
  );
  const secret = openTotpSecret(seal, user.id, assertPresent(row, "the pending secret").secret);
  const { uri, rows } = drawTotpQr(secret, user.username);
  return { secret, otpauth: uri, qr: rows };
}

/**
 * Activates the displayed secret as second factor, confirmed by its first code and the login password. Ends the user's
 * other sessions and returns the recovery codes, once. The same code upgrades a `proof` that still needs a second
 * factor, and extends it while the user saves the recovery codes. `digest`: of the password.
 *
 * @throws Failure `totpOn`, `totpOver`, `totpWrong`, `proofWrong`, and as `checkOwnPassword`
 */
export async function confirmTotp(
  call: BareCall,
  { code, digest, proof }: { code: string; digest: string; proof: string | undefined },
): Promise<string[]> {
  const { services, ip, session } = call;
  const { user } = session;
  if (user.totpSecret) throw new Failure("totpOn");
  const [row] = await services.db.query<{ secret: string }>(
    "SELECT secret FROM totp_pending WHERE user_id = $1 AND created_at > $2",
    [user.id, new Date(Date.now() - PENDING_MS).toISOString()],
  );
  if (!row) throw new Failure("totpOver");
  if (proof !== undefined) await checkRaisable(services.db, proof, session, RAISABLE_MS);
  const step = findCodeStep(openTotpSecret(services.seal, user.id, row.secret), code);
  await checkOwnPassword(services, user, digest);
  const recoveryCodes = await services.db.tx(async (tx) => {
    const [spent] = await tx.query("DELETE FROM totp_pending WHERE user_id = $1 AND secret = $2 RETURNING user_id", [
      user.id,
      row.secret,
    ]);
    if (!spent) throw new Failure("totpOver");
    await tx.query("UPDATE portal_user SET totp_secret = $2, totp_last_step = $3 WHERE id = $1", [
      user.id,
      row.secret,
      step,
    ]);
    await services.sessions.endOthers(tx, user.id, session.sidHash, "passwordChanged");
    await queueNotice(tx, services, user, { what: "totpOn", ip });
    if (proof !== undefined) await raiseProof(tx, proof, session, { withinMs: RAISABLE_MS, forMs: RAISABLE_MS });
    return createRecoveryCodes(tx, services.seal, user.id);
  });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, "totpOn");
  return recoveryCodes;
}

/**
 * Disables the second factor and ends the user's other sessions. Confirmed by a proof with the second factor, so that no
 * secret appears in the URL.
 *
 * @throws Failure `proofMissing`, `totpNeeded`
 */
export async function closeTotp(call: BareCall): Promise<void> {
  const { services, ip, session } = call;
  const { user } = session;
  await services.db.tx(async (tx) => {
    const strength = await call.consumeProof(tx);
    if (!strength) throw new Failure("proofMissing");
    if (!hasSecondFactor(strength)) throw new Failure("totpNeeded");
    await tx.query("UPDATE portal_user SET totp_secret = NULL WHERE id = $1", [user.id]);
    await deleteRecoveryCodes(tx, user.id);
    await services.sessions.endOthers(tx, user.id, session.sidHash, "passwordChanged");
    await queueNotice(tx, services, user, { what: "totpOff", ip });
  });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, "totpOff");
}

export const totpStatus = sessionHandler("totpStatus", readTotpStatus);
export const totpEnrol = sessionHandler("totpEnrol", enrolTotp);
export const totpConfirm = sessionHandler("totpConfirm", async (call) => {
  const { code, password, proof } = call.body;
  return { recoveryCodes: await confirmTotp(call, { code, digest: digestPassword("login", password), proof }) };
});
export const totpClose = sessionHandler("totpClose", async (call) => {
  await closeTotp(call);
  return {};
});
