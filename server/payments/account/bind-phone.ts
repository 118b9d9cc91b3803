/**
 * POST /mer/own/phone: sets the phone number for verification codes (verifyType 2), confirmed by a text message and the
 * login password.
 */
import { handler } from "../../calls/handler.ts";
import { checkCode } from "../../session/codes.ts";
import { queueNotice } from "../../session/mail.ts";
import { auditSecurityEvent } from "../../audit/security-log.ts";
import { checkOwnPassword } from "../../session/sign-in.ts";

export const bindPhone = handler("bindPhone", async (call) => {
  const {
    services,
    body,
    ip,
    session: { user },
  } = call;
  const { phone } = body;
  // Verify the password first: an attacker with an open session must not be able to add a number.
  await checkOwnPassword(services, user, body.password);
  const spend = await checkCode(services, { purpose: "phone", subject: `${user.id}|${phone}` }, body.code, call.device);
  await services.db.tx(async (tx) => {
    await spend(tx);
    await tx.query("UPDATE portal_user SET phone = $2 WHERE id = $1", [user.id, phone]);
    await queueNotice(tx, services, user, { what: "phone", ip });
  });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, "phoneChanged");
  return {};
});
