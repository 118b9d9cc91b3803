/** GET /session/export/line: returns the queue state of an export by its ticket. */
import { sessionHandler } from "./handler.ts";

export const exportLine = sessionHandler("exportLine", async ({ services, actor, session, body }) => ({
  ...services.exports.findPosition(actor.tenant, session.user.id, body.ticket),
}));
