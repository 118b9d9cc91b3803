/** GET /mer/own/session/list: where the person is signed in. */
import type { Handler } from "./handler.ts";

export const sessionList: Handler = async ({ services, session }) => ({
  list: (await services.sessions.list(session.user.id)).map(({ sidHash, ...shown }) => ({
    id: sidHash,
    current: sidHash === session.sidHash,
    ...shown,
  })),
});
