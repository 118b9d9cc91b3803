/** GET /mer/own/export/line: how the export with this ticket stands, for the page that waits for its file. */
import type { Handler } from "./handler.ts";

export const exportLine: Handler = async ({ services, actor, session, body }) => ({
  ...services.exports.standing(actor.merId, session.user.id, String(body.ticket)),
});
