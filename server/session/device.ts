/**
 * Known browsers: a sealed cookie identifies the browser and its users. Attempts by strangers on an account never slow
 * down a known browser, and a code works only in the browser that requested it. Source: OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies".
 */
import { isRow } from "../core/row.ts";
import { randomBytes } from "node:crypto";
import type { Seal } from "../core/seal.ts";
import type { PortalUser } from "./users.ts";

/** A browser, identified by its cookie. */
export interface Device {
  /** 128 random bits in base64url. */
  id: string;
  /** Keyed digests (`addKnownUser`) that identify the users who have signed in on the browser, most recent first. */
  users: readonly string[];
}

/** Time in seconds that a browser stays known after the last sign-in. */
export const DEVICE_S = 180 * 86_400;
/** Maximum number of users per browser. Beyond that, the user with the oldest sign-in is dropped. */
const MAX_USERS = 5;

/** The `about` of sealed cookies, which opening them requires. */
const ABOUT = "device";

/**
 * Returns the browser of a cookie. Returns undefined if there is no cookie, if it was not created by a server of this
 * database, or if this node lacks its key.
 */
export function readDevice(seal: Seal, cookie: string | undefined): Device | undefined {
  if (!cookie) return undefined;
  try {
    const sealed = seal.isSealed(cookie) ? cookie : Buffer.from(cookie, "base64url").toString("base64");
    const content: unknown = JSON.parse(seal.openValue("", ABOUT, sealed, "device"));
    const { device, users } = isRow(content) ? content : {};
    return typeof device === "string" && Array.isArray(users) ? { id: device, users: users.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cookie value, which only servers with the key can read or create. */
export const sealDeviceCookie = (seal: Pick<Seal, "sealValue">, { id, users }: Device): string =>
  seal.sealValue("", ABOUT, JSON.stringify({ device: id, users }), "device");

/** Creates a browser id, with no known users. */
export const createDevice = (): Device => ({ id: randomBytes(16).toString("base64url"), users: [] });

/**
 * Returns whether the user has signed in on this browser with the current password. After a password change, every
 * browser counts as unknown for that user.
 */
export const isKnown = (
  seal: Pick<Seal, "signByEach">,
  device: Device | undefined,
  user: PortalUser | undefined,
): device is Device =>
  device !== undefined &&
  user !== undefined &&
  seal.signByEach("device", describe(device.id, user), "short").some((mark) => device.users.includes(mark));

/** Returns the browser with the user added, most recent first. */
export function addKnownUser(seal: Pick<Seal, "sign">, device: Device, user: PortalUser): Device {
  const mark = seal.sign("device", describe(device.id, user), "short");
  return { id: device.id, users: [mark, ...device.users.filter((user) => user !== mark)].slice(0, MAX_USERS) };
}

const describe = (device: string, user: PortalUser): string => `device|${device}|${user.id}|${user.loginHash}`;
