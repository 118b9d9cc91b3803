/**
 * POST /mer/login (C3): signs in by password or by a code sent by email, with the second factor if enabled. Source:
 * specification 7.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { openSession } from "./account-steps.ts";
import { UNKNOWN_USER, auditSecurityEvent } from "../audit/security-log.ts";
import { checkSignIn } from "../session/sign-in.ts";
import { findUserByName } from "../session/users.ts";

/** Failures that occur before the credentials are verified. */
const UNSEEN: ReadonlySet<string> = new Set(["throttled", "workNeeded"]);

export const login = handler("login", async (call) => {
  const { services, body, ip } = call;
  const { username } = body;
  const first = body.loginType === "2" ? { code: body.code } : { digest: body.password };
  try {
    const user = await checkSignIn(
      services,
      { username, ...first, secondFactor: body.googleCode },
      {
        ip,
        isKnownAddress: services.sessions.addresses.has(ip),
        device: call.device,
        work: call.header("work"),
      },
    );
    return user ? await openSession(call, user) : { needGoogle: true };
  } catch (error) {
    // Do not log unverified attempts: anyone could flood a user's log with them.
    if (error instanceof Failure && !UNSEEN.has(error.failure))
      await auditSecurityEvent(call, (await findUserByName(services.db, username)) ?? UNKNOWN_USER, "signInRefused", {
        detail: {
          reason: error.failure,
        },
      });
    throw error;
  }
});
