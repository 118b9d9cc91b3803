/**
 * POST /mer/login (C3): signs in by password or by a code sent by email, with the second factor if enabled. Source:
 * specification 7.
 */
import { handler } from "../../calls/handler.ts";
import { signIn } from "../../calls/account-steps.ts";
import { describeSession } from "./session.ts";

export const login = handler("login", async (call) => {
  const { body } = call;
  const first = body.loginType === "2" ? { code: body.code } : { digest: body.password };
  const opened = await signIn(call, { username: body.username, ...first, secondFactor: body.googleCode });
  return opened ? describeSession(opened) : { needGoogle: true };
});
