/**
 * POST /mer/user/modify/payPassword (C9): sets or changes the payment password and ends the user's other sessions.
 * Source: specification 4 (S9).
 */
import { handler } from "./handler.ts";
import { refuseCommonPassword, storePassword } from "./account-steps.ts";
import { checkCode } from "../session/codes.ts";
import { queueNotice } from "../session/mail.ts";
import { hashDigest } from "../session/password.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { resolvePayCode } from "./pay-code.ts";

export const payPassword = handler("payPassword", async (call) => {
  const { services, body, ip, session } = call;
  const { user } = session;
  const { about } = resolvePayCode(call);
  refuseCommonPassword(call, "pay", user.username);
  const spend = await checkCode(services, about, body.code, call.device);
  const hash = await hashDigest(body.password, "signedIn");
  await services.db.tx(async (tx) => {
    await spend(tx);
    await storePassword(tx, user.id, "pay", hash);
    await services.sessions.endOthers(tx, user.id, session.sidHash, "passwordChanged");
    await queueNotice(tx, services, user, { what: "payPassword", ip });
  });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, user.payHash ? "payPasswordChanged" : "payPasswordSet");
  return {};
});
