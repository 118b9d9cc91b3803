/**
 * POST /m/user/forget (C4): sets a new login password, confirmed by a code sent to the account's mailbox, and ends all
 * of the user's sessions.
 */
import { handler } from "../../calls/handler.ts";
import { resetPassword } from "../../calls/account-steps.ts";

export const forgetPassword = handler("forgetPassword", async (call) => {
  const { email, code, password } = call.body;
  await resetPassword(call, { username: email, code, digest: password });
  return {};
});
