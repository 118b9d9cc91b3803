/** POST /mer/login (C3). Source: specification 7, engine.md Calls. */
import type { Handler } from "../http/call.ts";
import { Failure } from "../failure.ts";
import { noteSecurity } from "../session/security-log.ts";
import { checkSignIn } from "../session/sign-in.ts";
import { userByName } from "../session/users.ts";

export const login: Handler = async (call) => {
  const { deps, body, ip } = call;
  const username = String(body.username);
  let user;
  try {
    user = await checkSignIn(deps, username, String(body.password), ip);
  } catch (error) {
    const known = error instanceof Failure ? await userByName(deps.db, username) : undefined;
    if (known) await noteSecurity(call, known, "signInRefused", { reason: (error as Failure).failure });
    throw error;
  }
  const session = await deps.sessions.open(user, { ip, agent: call.header("user-agent") });
  await noteSecurity(call, user, "signIn");
  call.signIn(session, user);
  return { token: session.token, merId: user.merId, userId: user.id, userStatus: user.userStatus, username: user.username };
};
