/** GET /mer/own/export/line: how the export with this ticket stands, for the page that waits for its file. */
import type { Handler } from "../http/handler.ts";

export const exportLine: Handler = async ({ deps, actor, session, body }) => ({
  ...deps.exports.standing(actor.merId, session.user.id, String(body.ticket)),
});
