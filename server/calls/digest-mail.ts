/** POST /mer/own/mails: how the user gets mails about orders to approve: each at once, or a summary. */
import { handler } from "./handler.ts";

export const digestMail = handler("digestMail", async ({ services, body, session: { user } }) => {
  await services.db.query("UPDATE portal_user SET digest = $2 WHERE id = $1", [
    user.id,
    body.digest === "off" ? null : body.digest,
  ]);
  services.sessions.invalidate();
  return {};
});
