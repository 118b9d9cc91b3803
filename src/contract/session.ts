/** A session ends when nothing was asked in it for so long, in milliseconds; the portal warns before. */
export const IDLE_MS = 15 * 60_000;
