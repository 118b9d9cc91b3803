/** POST /session/end: ends one or all of the user's other sessions. */
import { Failure } from "../core/failure.ts";
import { sessionHandler } from "./handler.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";

export const sessionEnd = sessionHandler("sessionEnd", async (call) => {
  const {
    services,
    body,
    session: { user, sidHash },
  } = call;
  if (body.id === undefined)
    await services.db.tx((tx) => services.sessions.endOthers(tx, user.id, sidHash, "elsewhere"));
  else {
    const own = await services.sessions.list(user.id);
    if (!own.some((item) => item.sidHash === body.id && item.sidHash !== sidHash)) throw new Failure("notFound");
    await services.sessions.end(body.id, "elsewhere");
  }
  await auditSecurityEvent(call, user, "sessionsEnded", { detail: { all: body.id === undefined } });
  return {};
});
