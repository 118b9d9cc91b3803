/** Idle timeout of a session, in ms; the portal warns before it. */
export const IDLE_MS = 15 * 60_000;
