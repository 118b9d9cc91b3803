/** When the person last asked the server for something, in any tab: the server ends a session that is idle. */
import { IDLE_MS } from "../contract/session.ts";

/** The warning comes so long before the end, in milliseconds. */
export const WARNING_MS = 60_000;
/** Somebody who types or reads for long keeps the session: at most one call in so many ms. */
export const KEEP_MS = 5 * 60_000;
const KEY = "usedAt";

export const noteUse = (): void => localStorage.setItem(KEY, String(Date.now()));
/** Milliseconds until the session ends by itself. */
export const idleLeft = (): number => Number(localStorage.getItem(KEY) ?? Date.now()) + IDLE_MS - Date.now();
