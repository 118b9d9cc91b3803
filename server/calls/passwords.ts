/** Calls with passwords below /session: setting a new one, and confirming other calls. */
import { auditSecurityEvent } from "../audit/security-log.ts";
import { sendCode } from "../session/codes.ts";
import { maskAddress } from "../session/mask-address.ts";
import { digestPassword, hashDigest } from "../session/password.ts";
import { checkOwnPassword } from "../session/sign-in.ts";
import { findUserByName, normalizeUsername } from "../session/users.ts";
import { addSecondFactor, confirmCall, refuseCommonPassword, replacePassword, resetPassword } from "./account-steps.ts";
import { sessionHandler } from "./handler.ts";

/**
 * POST /session/password/code: sends a code by email for resetting the password. The response never reveals whether the
 * address is that of a user.
 */
export const passwordCode = sessionHandler("passwordCode", async (call) => {
  const address = normalizeUsername(call.body.username);
  const user = await findUserByName(call.services, address);
  const target = user && { channel: "mail" as const, address, tenant: user.tenant };
  await sendCode(call, { purpose: "forget", subject: address }, target, user);
  return { to: maskAddress(address) };
});

/** POST /session/password/reset: sets a new password, confirmed by a code, and ends all of the user's sessions. */
export const forgetPassword = sessionHandler("forgetPassword", async (call) => {
  const { username, code, password } = call.body;
  await resetPassword(call, { username, code, digest: digestPassword("login", password) });
  return {};
});

/** POST /session/password/change: sets a new password, confirmed by the current one, and ends all sessions. */
export const changePassword = sessionHandler("changePassword", async (call) => {
  const { services, body, session } = call;
  const { user } = session;
  const digest = digestPassword("login", body.password);
  refuseCommonPassword(call, "login", { username: user.username, digest });
  await checkOwnPassword(services, user, digestPassword("login", body.current));
  const hash = await hashDigest(digest, "signedIn");
  await replacePassword(call, user, { kind: "login", hash });
  await auditSecurityEvent(call, user, "loginPasswordChanged");
  call.signOut();
  return { signedOut: true };
});

/** POST /session/confirm: verifies the password, and the second factor if given, and issues a proof for one call. */
export const checkPassword = sessionHandler("checkPassword", async (call) => {
  const { call: confirmed, password, code } = call.body;
  return { proof: await confirmCall(call, { confirmed, digest: digestPassword("login", password), code }) };
});

/** POST /session/confirm/second: upgrades a proof with the second factor. */
export const secondFactor = sessionHandler("secondFactor", async (call) => {
  const { proof = "", code } = call.body;
  await addSecondFactor(call, { proof, code });
  return { proof };
});
