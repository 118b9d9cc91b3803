/**
 * Known browsers: a sealed cookie identifies the browser and who has signed in on it. A known browser is never slowed down by what strangers do to
 * an account; a code is good in the browser that asked for it alone. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
import { isRow } from "../core/row.ts";
import { randomBytes } from "node:crypto";
import type { Seal } from "../core/seal.ts";
import type { PortalUser } from "./users.ts";

/** A browser by its cookie. */
export interface Device {
  /** 128 random bits in base64url. */
  id: string;
  /** Marks of who has signed in on it, the newest first. */
  users: readonly string[];
}

/** How long a browser stays known after the last sign-in on it, in seconds. */
export const DEVICE_S = 180 * 86_400;
/** Users of one browser: who signs in beyond that is known no longer. */
const MOST_USERS = 5;

/** Place that cookies are sealed for. */
const ABOUT = "device";

/** Returns the browser of a cookie; undefined without a cookie, and for one that this server did not make or whose key is gone. */
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

/** Returns the value of the cookie, which only this server can read or make. */
export const sealDeviceCookie = (seal: Pick<Seal, "sealValue">, { id, users }: Device): string =>
  seal.sealValue("", ABOUT, JSON.stringify({ device: id, users }), "device");

/** Returns a browser that no user has signed in on. */
export const createDevice = (): Device => ({ id: randomBytes(16).toString("base64url"), users: [] });

/** Returns whether the user has signed in on the browser with the current password: a new password makes all browsers unknown. */
export const isKnown = (
  seal: Pick<Seal, "signByEach">,
  device: Device | undefined,
  user: PortalUser | undefined,
): device is Device =>
  device !== undefined &&
  user !== undefined &&
  seal.signByEach("device", describe(device.id, user), "short").some((mark) => device.users.includes(mark));

/** Returns the browser with the user's sign-in added. */
export function addKnownUser(seal: Pick<Seal, "sign">, device: Device, user: PortalUser): Device {
  const mark = seal.sign("device", describe(device.id, user), "short");
  return { id: device.id, users: [mark, ...device.users.filter((one) => one !== mark)].slice(0, MOST_USERS) };
}

const describe = (device: string, user: PortalUser): string => `device|${device}|${user.id}|${user.loginHash}`;
