/** GET /mer/own/export/line: how the export with this ticket stands, for the page that waits for its file. */
import { handler } from "./handler.ts";

export const exportLine = handler("exportLine", async ({ services, actor, session, body }) => ({
  ...services.exports.standing(actor.tenant, session.user.id, body.ticket),
}));
