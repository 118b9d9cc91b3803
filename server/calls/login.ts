/** POST /session/login: signs in by password, with the second factor if enabled. */
import { digestPassword } from "../session/password.ts";
import { signIn } from "./account-steps.ts";
import { sessionHandler } from "./handler.ts";

export const login = sessionHandler("login", async (call) => {
  const { username, password, code } = call.body;
  const opened = await signIn(call, { username, digest: digestPassword("login", password), secondFactor: code });
  if (!opened) return { secondFactorNeeded: true };
  const { token, user } = opened;
  return { token, userId: user.id, tenantId: user.tenant, username: user.username };
});
