/** GET /mer/own/session/list: where the person is signed in. */
import { handler } from "./handler.ts";

export const sessionList = handler("sessionList", async ({ services, session }) => ({
  list: (await services.sessions.list(session.user.id)).map(({ sidHash, ...shown }) => ({
    id: sidHash,
    current: sidHash === session.sidHash,
    ...shown,
  })),
}));
