/** POST /mer/own/session/end: signs one of the person's other sessions out, or all of them. */
import { Failure } from "../core/failure.ts";
import type { Handler } from "../http/handler.ts";
import { noteSecurity } from "../audit/security-log.ts";

export const sessionEnd: Handler = async (call) => {
  const {
    deps,
    body,
    session: { user, sidHash },
  } = call;
  if (body.id === undefined) await deps.db.tx((tx) => deps.sessions.endOthers(tx, user.id, sidHash, "elsewhere"));
  else {
    const own = await deps.sessions.list(user.id);
    if (!own.some((one) => one.sidHash === body.id && one.sidHash !== sidHash)) throw new Failure("notFound");
    await deps.sessions.end(String(body.id), "elsewhere");
  }
  await noteSecurity(call, user, "sessionsEnded", { all: body.id === undefined });
  return {};
};
