/**
 * POST /mer/googleAuth/bind (C114): activates the displayed secret as second factor, confirmed by its first code and
 * the login password. Ends the user's other sessions and returns the recovery codes, once. The same code upgrades a
 * `proof` that still needs a second factor, and extends it while the user saves the recovery codes.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { queueNotice } from "../session/mail.ts";
import { createRecoveryCodes } from "../session/second-factor.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { checkOwnPassword } from "../session/sign-in.ts";
import { checkRaisable, RAISABLE_MS, raiseProof } from "../session/step-up.ts";
import { openTotpSecret, findCodeStep } from "../session/totp.ts";
import { PENDING_MS } from "./google-qr.ts";

export const googleBind = handler("googleBind", async (call) => {
  const { services, body, ip, session } = call;
  const { user } = session;
  if (user.totpSecret) throw new Failure("totpOn");
  const [row] = await services.db.query("SELECT secret FROM totp_pending WHERE user_id = $1 AND created_at > $2", [
    user.id,
    new Date(Date.now() - PENDING_MS).toISOString(),
  ]);
  if (!row) throw new Failure("totpOver");
  const { proof } = body;
  if (proof !== undefined) await checkRaisable(services.db, proof, session, RAISABLE_MS);
  const step = findCodeStep(openTotpSecret(services.seal, user.id, row.secret), body.googleCode);
  await checkOwnPassword(services, user, body.password);
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
  return { recoveryCodes };
});
