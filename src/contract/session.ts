/** Session constants shared by the portal and the server. */

/** Idle timeout of a session, in ms. The portal warns before it expires. */
export const IDLE_MS = 15 * 60_000;

/** Names of the script-readable session cookies. Source: specification 3. */
export const SESSION_COOKIES = {
  token: "merToken",
  tenant: "merId",
  userId: "userId",
  status: "userStatus",
  username: "username",
} as const;
