/** Readable half of the session; the secret half is an HttpOnly cookie. */
import { getApp, hasApp } from "../options.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export type EndReason =
  | "signedOut"
  | "expired"
  | "endedElsewhere"
  | "passwordChanged"
  | "disabled"
  | "timeout"
  | "unverified";

/** Names of the readable cookies of the session. */
const getCookies = () => getApp().cookies ?? { token: "token", userId: "userId" };
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("portolan.session");
const endings = new Set<(reason: EndReason) => void>();
const signIns = new Set<() => void>();

/** Last token seen by this tab, and last token that ended. */
let lastToken: string | undefined;
let endedToken: string | undefined;
export function readToken(): string | undefined {
  const now = readCookie(getCookies().token) || undefined;
  lastToken = now ?? lastToken;
  return now;
}
export const readUserId = (): string => readCookie(getCookies().userId) ?? "";
export const isSignedIn = (): boolean => readToken() !== undefined;
/** Returns whether the session of the token has ended in any tab, or was replaced by a newer one. */
export const isEndedToken = (sentToken: string): boolean =>
  sentToken === endedToken || (isSignedIn() && readToken() !== sentToken);

/** Ends the session in this tab and in every other one. */
export function endSession(reason: EndReason): void {
  clearSession(reason);
  channel?.postMessage(reason);
}
/** Announces a sign-in to the other tabs, which may still show another user's data. */
export function announceSignIn(): void {
  channel?.postMessage("signedIn");
}
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}
/** Subscribes to sign-ins in other tabs, possibly by another user. Returns a function that unsubscribes. */
export function onSignInElsewhere(listener: () => void): () => void {
  signIns.add(listener);
  return () => signIns.delete(listener);
}

function clearSession(reason: EndReason): void {
  endedToken = readToken() ?? lastToken;
  for (const name of Object.values(getCookies())) writeCookie(name, "", -1);
  localStorage.removeItem("permittedMenus");
  for (const listener of endings) listener(reason);
}
channel?.addEventListener("message", (event: MessageEvent<EndReason | "signedIn">) => {
  if (event.data === "signedIn") signIns.forEach((listener) => listener());
  // A page that only shares code with the kit has no session.
  else if (hasApp()) clearSession(event.data);
});
