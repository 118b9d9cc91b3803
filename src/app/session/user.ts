/** Loads the signed-in user and the grants once per session, before any page renders. */
import { call } from "../../client/call.ts";
import type { CallFailure, CallResponse } from "@portolan/engine";

/** The signed-in user, as returned by the user info call. */
export interface User {
  id: string;
  name: string;
  username: string;
  merchantName: string;
  /** 4: not certified, 0: under review, -1: failed, 1: passed. Source: specification 4. */
  userStatus: number;
  /** File id of the user's picture; undefined without one. */
  avatar?: string | undefined;
  /** Preference for summary emails instead of one email per order to approve. */
  digest?: CallResponse<"userInfo">["digest"];
}

/** The `userStatus` that unlocks the tabs. Source: specification 4. */
export const CERTIFIED = 1;

export interface Grants {
  user: User;
  /** Menu ids of pages and grants of actions, in one set. */
  granted: ReadonlySet<string>;
}
let current: Grants | undefined;
const listeners = new Set<(grants: Grants) => void>();

/** Subscribes to changes of the user and the grants. Returns a function that unsubscribes. */
export function subscribeUser(listener: (grants: Grants) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Thrown when the user cannot be verified, so that the caller ends the session. `messageKey`: key of the message to
 * show; undefined when the server has ended the session, which `SessionEvents` reports.
 */
export class Unverified extends Error {
  constructor(readonly messageKey?: "verificationFailed" | "signInAgain") {
    super(messageKey);
  }
}
const describeRefused = (messageKey: Unverified["messageKey"]) => (failure: CallFailure) => {
  if (failure.kind !== "refused") throw failure;
  throw new Unverified(failure.code >= 3001 && failure.code <= 3003 ? undefined : messageKey);
};

/** Incremented when the user is forgotten, so that late responses of an earlier session are ignored. */
let session = 0;

/**
 * Loads the user and the grants.
 * @throws CallFailure when no response arrives, or `Unverified` when the user info is missing (X8), or it or the menu
 * is refused (specification 4)
 */
export async function loadUser(): Promise<Grants> {
  const requested = session;
  const [info, menu] = await Promise.all([
    call("userInfo").catch(describeRefused("verificationFailed")),
    call("menu").catch(describeRefused("signInAgain")),
  ]);
  if (!info.userId) throw new Unverified("verificationFailed");
  const menus = menu.merMenuList.map(({ menuId }) => menuId);
  const read: Grants = { user: toUser(info), granted: new Set([...menus, ...info.grants]) };
  if (requested !== session) return read;
  current = read;
  // Local storage key of the permitted menu ids. Source: specification 3.
  localStorage.setItem("permittedMenus", JSON.stringify(menus));
  listeners.forEach((listener) => listener(read));
  return read;
}
/**
 * Reloads the user if the certification status has changed. Does nothing before the user is loaded, for a certified
 * merchant, or while the page is hidden; keeps the previous value on failure.
 */
export function refreshCertification(): void {
  if (!current || current.user.userStatus === CERTIFIED || document.visibilityState !== "visible") return;
  // Not sent with `fetchCall`, whose shared response could be stale.
  call("userInfo")
    .then(async (info) => {
      if (current && info.userStatus !== current.user.userStatus) await loadUser();
    })
    .catch(() => undefined);
}
const toUser = (info: CallResponse<"userInfo">): User => ({
  id: info.userId,
  name: info.name,
  username: info.username,
  merchantName: info.merName,
  userStatus: info.userStatus,
  avatar: info.avatar,
  digest: info.digest,
});
let loading: Promise<Grants> | undefined;
/** Returns the cached user, or waits for the pending load, or starts one. */
export function ensureUser(): Promise<Grants> {
  if (current) return Promise.resolve(current);
  if (loading) return loading;
  const own: Promise<Grants> = loadUser().finally(() => {
    if (loading === own) loading = undefined;
  });
  return (loading = own);
}
export const getCurrentUser = (): Grants | undefined => current;
export function forgetUser(): void {
  session += 1;
  current = loading = undefined;
}
