/** POST /session/logout: ends the session on the server. The body is form-encoded or JSON. */
import { sessionHandler } from "./handler.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";

export const logout = sessionHandler("logout", async (call) => {
  const { session, services } = call;
  await services.sessions.end(session.sidHash, "signedOut");
  await auditSecurityEvent(call, session.user, "signOut");
  call.signOut();
  // Also drop the pages in the browser's back/forward cache, but not "storage", which keeps the remembered user name.
  call.answerHeader("clear-site-data", '"cache"');
  return {};
});
