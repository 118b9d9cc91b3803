/** Loads the signed-in user and the grants once per session, before any page renders. */
import { call } from "../client/call.ts";
import type { CallFailure } from "../../model/ports.ts";
import type { Access } from "../../model/register.ts";
import { getApp, type Standing, type User } from "../options.ts";
import { getWire } from "./wire.ts";

/** The signed-in user with the grants. */
export interface Grants {
  user: User;
  /** Menu ids of pages and grants of actions, in one set. */
  granted: ReadonlySet<string>;
}

/** Returns how far the user's account is open; undefined for a product in which every account is. */
export const readStanding = (user: User): Standing | undefined => getApp().standing?.read(user);
/** Returns whether the user has reached an access level, by default the dialect's default one. */
export function hasReached(user: User, level?: Access): boolean {
  const { levels, default: usual } = getApp().settings.access;
  const reached = readStanding(user)?.level;
  return reached === undefined || levels.indexOf(level ?? usual) <= levels.indexOf(reached);
}
/** Returns whether the user has reached the highest access level. */
export const hasFullAccess = (user: User): boolean => hasReached(user, getApp().settings.access.levels.at(-1));

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
 * @throws CallFailure when no response arrives, or `Unverified` when the user info is missing, or it or the menu is
 * refused
 */
export async function loadUser(): Promise<Grants> {
  const requested = session;
  const [info, menu] = await Promise.all([
    call("userInfo").catch(describeRefused("verificationFailed")),
    call("menu").catch(describeRefused("signInAgain")),
  ]);
  if (!info.userId) throw new Unverified("verificationFailed");
  const menus = getWire().listMenus(menu);
  const read: Grants = { user: info, granted: new Set([...menus, ...info.grants]) };
  if (requested !== session) return read;
  current = read;
  // Local storage key of the permitted menu ids.
  localStorage.setItem("permittedMenus", JSON.stringify(menus));
  listeners.forEach((listener) => listener(read));
  return read;
}
/**
 * Reloads the user if their standing has changed. Does nothing before the user is loaded, for a user who has reached the
 * highest access level, or while the page is hidden; keeps the previous value on failure.
 */
export function refreshStanding(): void {
  if (!current || hasFullAccess(current.user) || document.visibilityState !== "visible") return;
  // Not sent with `fetchCall`, whose shared response could be stale.
  call("userInfo")
    .then(async (info) => {
      if (current && readStanding(info)?.state !== readStanding(current.user)?.state) await loadUser();
    })
    .catch(() => undefined);
}
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
