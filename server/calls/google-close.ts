/**
 * GET /mer/googleAuth/close (C111): disables the second factor and ends the user's other sessions. Confirmed by
 * a proof of strength `pay+totp`, so that no secret appears in the URL.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { queueNotice } from "../session/mail.ts";
import { deleteRecoveryCodes } from "../session/second-factor.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";

export const googleClose = handler("googleClose", async (call) => {
  const { services, ip, session } = call;
  const { user } = session;
  await services.db.tx(async (tx) => {
    const strength = await call.consumeProof(tx);
    if (!strength) throw new Failure("proofMissing");
    if (strength !== "pay+totp") throw new Failure("totpNeeded");
    await tx.query("UPDATE portal_user SET totp_secret = NULL WHERE id = $1", [user.id]);
    await deleteRecoveryCodes(tx, user.id);
    await services.sessions.endOthers(tx, user.id, session.sidHash, "passwordChanged");
    await queueNotice(tx, services, user, { what: "totpOff", ip });
  });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, "totpOff");
  return {};
});
