/** GET /session/list: lists the user's open sessions. */
import { sessionHandler } from "./handler.ts";

export const sessionList = sessionHandler("sessionList", async ({ services, session }) => ({
  list: (await services.sessions.list(session.user.id)).map(({ sidHash, ...shown }) => ({
    id: sidHash,
    current: sidHash === session.sidHash,
    ...shown,
  })),
}));
