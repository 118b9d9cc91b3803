/** GET /mer/googleAuth/close (C111): switches the second factor off, confirmed by payment password and code as a proof: no secret in an address. */
import type { Handler } from "../http/handler.ts";
import { Failure } from "../core/failure.ts";
import { notice } from "../session/mail.ts";
import { forgetRecoveryCodes } from "../session/second-factor.ts";
import { noteSecurity } from "../audit/security-log.ts";

export const googleClose: Handler = async (call) => {
  const { deps, ip, session } = call;
  const { user } = session;
  await deps.db.tx(async (tx) => {
    const strength = await call.prove(tx);
    if (!strength) throw new Failure("proofMissing");
    if (strength !== "pay+totp") throw new Failure("totpNeeded");
    await tx.query("UPDATE portal_user SET totp_secret = NULL WHERE id = $1", [user.id]);
    await forgetRecoveryCodes(tx, user.id);
    await deps.sessions.endOthers(tx, user.id, session.sidHash, "passwordChanged");
    await notice(tx, deps, user, "totpOff", ip);
  });
  deps.sessions.forget();
  await noteSecurity(call, user, "totpOff");
  return {};
};
