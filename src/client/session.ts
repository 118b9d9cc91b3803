/**
 * What the browser knows of the session: the readable half only (the secret half is an HttpOnly cookie). Source: specification 3
 * (cookies merToken, merId, userStatus, username, lang) and 4 (what a sign-out clears).
 */
import { readCookie, writeCookie } from "./cookies.ts";

export type EndReason =
  | "signedOut"
  | "expired"
  | "endedElsewhere"
  | "passwordChanged"
  | "disabled"
  | "timeout"
  | "unverified";

const CLEARED = ["merToken", "merId", "userId", "userStatus", "username"] as const;
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("portolan.session");
const endings = new Set<(reason: EndReason) => void>();
const signIns = new Set<() => void>();

/** The token that was there last, and the one that was ended last. */
let seen: string | undefined;
let ended: string | undefined;
export function token(): string | undefined {
  const now = readCookie("merToken") || undefined;
  seen = now ?? seen;
  return now;
}
export const userId = (): string => readCookie("userId") ?? "";
export const signedIn = (): boolean => token() !== undefined;
/** Whether a token is of a session that has been ended here or elsewhere, or that another has followed. */
export const isOver = (half: string): boolean => half === ended || (signedIn() && token() !== half);

/** Clears the session here and in every other tab. */
export function endSession(reason: EndReason): void {
  forget(reason);
  channel?.postMessage(reason);
}
/** Tells every other tab, which may show what is somebody else's. */
export function announceSignIn(): void {
  channel?.postMessage("signedIn");
}
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}
/** Hears when another tab signed in, perhaps as somebody else; the returned function ends it. */
export function onSignInElsewhere(listener: () => void): () => void {
  signIns.add(listener);
  return () => signIns.delete(listener);
}

function forget(reason: EndReason): void {
  ended = token() ?? seen;
  for (const name of CLEARED) writeCookie(name, "", -1);
  localStorage.removeItem("permittedMenus");
  for (const listener of endings) listener(reason);
}
channel?.addEventListener("message", (event: MessageEvent<EndReason | "signedIn">) => {
  if (event.data === "signedIn") signIns.forEach((listener) => listener());
  else forget(event.data);
});
