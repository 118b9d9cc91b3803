/**
 * POST /m/user/forget (C4): sets a new login password, confirmed by a code sent to the account's mailbox, and ends all
 * of the user's sessions.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { refuseCommonPassword, storePassword } from "./account-steps.ts";
import { checkCode } from "../session/codes.ts";
import { queueNotice } from "../session/mail.ts";
import { hashDigest } from "../session/password.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { normalizeUsername, findUserByName } from "../session/users.ts";

export const forgetPassword = handler("forgetPassword", async (call) => {
  const { services, body, ip } = call;
  const username = normalizeUsername(body.email);
  refuseCommonPassword(call, "login", username);
  const spend = await checkCode(services, { purpose: "forget", subject: username }, body.code, call.device);
  const user = await findUserByName(services.db, username);
  if (!user) throw new Failure("codeWrong");
  const hash = await hashDigest(body.password, "other");
  await services.db.tx(async (tx) => {
    await spend(tx);
    await storePassword(tx, user.id, "login", hash);
    await services.sessions.endOthers(tx, user.id, undefined, "passwordChanged");
    await queueNotice(tx, services, user, { what: "loginPassword", ip });
  });
  await auditSecurityEvent(call, user, "loginPasswordReset");
  return {};
});
