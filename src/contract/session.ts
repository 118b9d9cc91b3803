/** What portal and server agree on about sessions. */

/** Idle timeout of a session, in ms; the portal warns before it. */
export const IDLE_MS = 15 * 60_000;

/** Names of the session's readable cookies. Source: specification 3. */
export const SESSION_COOKIES = {
  token: "merToken",
  tenant: "merId",
  userId: "userId",
  status: "userStatus",
  username: "username",
} as const;
