/** GET /mer/own/session/list: where the person is signed in. */
import type { Handler } from "../http/handler.ts";

export const sessionList: Handler = async ({ deps, session }) => ({
  list: (await deps.sessions.list(session.user.id)).map(({ sidHash, ...shown }) => ({
    id: sidHash,
    current: sidHash === session.sidHash,
    ...shown,
  })),
});
