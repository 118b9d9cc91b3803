/**
 * POST /mer/password/checkCode (C7): sets a new login password and ends all sessions, including the current one.
 * Source: specification 4 (S8).
 */
import { handler } from "../../calls/handler.ts";
import { refuseCommonPassword, replacePassword } from "../../calls/account-steps.ts";
import { checkCode } from "../../session/codes.ts";
import { hashDigest } from "../../session/password.ts";
import { auditSecurityEvent } from "../../audit/security-log.ts";
import { resolvePasswordCode } from "./password-code.ts";

export const changePassword = handler("changePassword", async (call) => {
  const {
    services,
    body,
    session: { user },
  } = call;
  const { about } = resolvePasswordCode(call);
  refuseCommonPassword(call, "login", { username: user.username, digest: body.password });
  const consumeCode = await checkCode(services, about, body.code, call.device);
  const hash = await hashDigest(body.password, "signedIn");
  await replacePassword(call, user, { kind: "login", hash, consumeCode });
  await auditSecurityEvent(call, user, "loginPasswordChanged");
  call.signOut();
  return { signedOut: true };
});
