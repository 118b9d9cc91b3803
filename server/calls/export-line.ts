/** GET /mer/own/export/line: returns the queue state of an export by its ticket. */
import { handler } from "./handler.ts";

export const exportLine = handler("exportLine", async ({ services, actor, session, body }) => ({
  ...services.exports.findPosition(actor.tenant, session.user.id, body.ticket),
}));
