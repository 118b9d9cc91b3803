/**
 * Known browsers: a sealed cookie identifies the browser and who has signed in on it. A known browser is never slowed down by what strangers do to
 * an account; a code is good in the browser that asked for it alone. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
import { isRow } from "../core/row.ts";
import { createHmac, randomBytes } from "node:crypto";
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

/** Returns the browser of a cookie; undefined without a cookie, and for one that this server did not make. */
export function readDevice(seal: Pick<Seal, "open">, cookie: string | undefined): Device | undefined {
  if (!cookie) return undefined;
  try {
    const content: unknown = JSON.parse(seal.open(Buffer.from(cookie, "base64url").toString("base64")));
    const { device, users } = isRow(content) ? content : {};
    return typeof device === "string" && Array.isArray(users) ? { id: device, users: users.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value of the cookie, which only this server can read or make. */
export const deviceCookieValue = (seal: Pick<Seal, "close">, { id, users }: Device): string =>
  Buffer.from(seal.close(JSON.stringify({ device: id, users })), "base64").toString("base64url");

/** Returns a browser that no user has signed in on. */
export const newDevice = (): Device => ({ id: randomBytes(16).toString("base64url"), users: [] });

/** Returns whether the user has signed in on the browser with the current password: a new password makes all browsers unknown. */
export const isKnown = (
  seal: Pick<Seal, "key">,
  device: Device | undefined,
  user: PortalUser | undefined,
): device is Device =>
  device !== undefined && user !== undefined && device.users.includes(signDevice(seal, device.id, user));

/** Returns the browser with the user's sign-in added. */
export function knownTo(seal: Pick<Seal, "key">, device: Device, user: PortalUser): Device {
  const mark = signDevice(seal, device.id, user);
  return { id: device.id, users: [mark, ...device.users.filter((one) => one !== mark)].slice(0, MOST_USERS) };
}

const signDevice = ({ key }: Pick<Seal, "key">, device: string, user: PortalUser): string =>
  createHmac("sha256", key).update(`device|${device}|${user.id}|${user.loginHash}`).digest("base64url").slice(0, 22);
