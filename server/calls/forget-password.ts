/**
 * POST /m/user/forget (C4): sets a new login password, confirmed by a code sent to the account's mailbox, and ends all
 * of the user's sessions.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { refuseCommonPassword, replacePassword } from "./account-steps.ts";
import { checkCode } from "../session/codes.ts";
import { hashDigest } from "../session/password.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { normalizeUsername, findUserByName } from "../session/users.ts";

export const forgetPassword = handler("forgetPassword", async (call) => {
  const { services, body } = call;
  const username = normalizeUsername(body.email);
  refuseCommonPassword(call, "login", username);
  const consumeCode = await checkCode(services, { purpose: "forget", subject: username }, body.code, call.device);
  const user = await findUserByName(services.db, username);
  if (!user) throw new Failure("codeWrong");
  const hash = await hashDigest(body.password, "other");
  await replacePassword(call, user, { kind: "login", hash, consumeCode });
  await auditSecurityEvent(call, user, "loginPasswordReset");
  return {};
});
