/**
 * Stores the time of the user's last request for all tabs, from which they derive when the server ends the idle
 * session.
 */
import { getApp } from "../options.ts";

/** Time between the warning and the expiry, in ms. */
export const WARNING_MS = 60_000;
/** Minimum interval between keep-alive calls while the user is active, in ms. */
export const KEEP_MS = 5 * 60_000;
/** Time after which the server ends an idle session, in ms. */
export const getIdleMs = (): number => getApp().idleMs ?? 15 * 60_000;
const KEY = "usedAt";

export const recordUse = (): void => localStorage.setItem(KEY, String(Date.now()));
/** Returns the time until the session expires, in ms; zero or negative once it has expired. */
export const computeMsUntilExpiry = (): number =>
  Number(localStorage.getItem(KEY) ?? Date.now()) + getIdleMs() - Date.now();
