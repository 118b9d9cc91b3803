/** POST /mer/logout (C5), form-encoded or JSON: ends the session on the server too. */
import { handler } from "./handler.ts";
import { noteSecurity } from "../audit/security-log.ts";

export const logout = handler("logout", async (call) => {
  const { session, services } = call;
  await services.sessions.end(session.sidHash, "signedOut");
  await noteSecurity(call, session.user, "signOut");
  call.signOut();
  // Also drops the pages that the browser keeps for its back button. Not "storage": a remembered user name stays.
  call.answerHeader("clear-site-data", '"cache"');
  return {};
});
