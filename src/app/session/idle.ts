/** Time of the user's last request, shared by all tabs: the server ends a session that is idle. */
import { IDLE_MS } from "../../contract/session.ts";

/** How long before the end the warning is shown, in ms. */
export const WARNING_MS = 60_000;
/** Minimum interval between two keep-alive calls while the user types or reads, in ms. */
export const KEEP_MS = 5 * 60_000;
const KEY = "usedAt";

export const recordUse = (): void => localStorage.setItem(KEY, String(Date.now()));
/** Returns the ms until the session expires. */
export const computeMsUntilExpiry = (): number =>
  Number(localStorage.getItem(KEY) ?? Date.now()) + IDLE_MS - Date.now();
