/**
 * Cookies of sessions, devices and recent writes. Pages can read only those whose names the product specifies
 * (`CookieNames`); the others are HttpOnly.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { DEVICE_S } from "./device.ts";
import type { Credentials } from "./sessions.ts";
import type { PortalUser } from "./users.ts";

/**
 * Returns the name of the secret cookie. Under TLS, its prefix forbids other hosts and paths. Browsers other than
 * Chromium do not store such a cookie over plain http.
 */
export const getSidCookieName = (secure: boolean): string => (secure ? "__Host-sid" : "sid");

export interface CookieNames {
  /** The session's token, which the page sends back in a header. */
  token: string;
  tenant: string;
  userId: string;
  /** The tenant's status (`userStatus`), whose values the product defines. */
  status: string;
  username: string;
}

/** Default names of the cookies. */
export const COOKIE_NAMES: CookieNames = {
  token: "token",
  tenant: "tenant",
  userId: "userId",
  status: "status",
  username: "username",
};

/** Cookie options. `secure`: whether browsers connect over TLS. */
interface CookieOptions {
  secure: boolean;
  names: CookieNames;
}

/** Returns the name of the device cookie, which is kept after signing out. */
export const getDeviceCookieName = (secure: boolean): string => (secure ? "__Host-dev" : "dev");

/** Stores the sealed device in a cookie, which is sent only to this server and which scripts cannot read. */
export function setDeviceCookie(reply: FastifyReply, secure: boolean, value: string): void {
  reply.setCookie(getDeviceCookieName(secure), value, {
    path: "/",
    sameSite: "strict",
    secure,
    httpOnly: true,
    maxAge: DEVICE_S,
  });
}

/**
 * Returns the name of the cookie that marks a recent write by this browser. As a cookie, it reaches every node without
 * communication between them.
 */
export const getWroteCookieName = (secure: boolean): string => (secure ? "__Host-wrote" : "wrote");

/** Time in seconds that a browser reads from the primary after a change, longer than the permitted lag of a replica. */
const WROTE_S = 5;

export function setWroteCookie(reply: FastifyReply, secure: boolean): void {
  reply.setCookie(getWroteCookieName(secure), "1", {
    path: "/",
    sameSite: "strict",
    secure,
    httpOnly: true,
    maxAge: WROTE_S,
  });
}

export function setSessionCookies(
  reply: FastifyReply,
  { secure, names }: CookieOptions,
  session: { sid: string; token: string },
  user: PortalUser,
): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.setCookie(getSidCookieName(secure), session.sid, { ...options, httpOnly: true });
  reply.setCookie(names.token, session.token, options);
  reply.setCookie(names.tenant, user.tenant, options);
  reply.setCookie(names.userId, user.id, options);
  reply.setCookie(names.status, String(user.userStatus), options);
  reply.setCookie(names.username, user.username, options);
}

export function clearSessionCookies(reply: FastifyReply, { secure, names }: CookieOptions): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.clearCookie(getSidCookieName(secure), { ...options, httpOnly: true });
  for (const name of Object.values(names)) reply.clearCookie(name, options);
}

/**
 * Reads the credentials of a request: the secret from its cookie, the headers `token`, `userid` and `passive`, and the
 * network address. Missing values are undefined, except for `passive`, which is false.
 */
export function readCredentials(request: FastifyRequest, secure: boolean): Credentials {
  const { token, userid } = request.headers;
  return {
    sid: request.cookies[getSidCookieName(secure)],
    token: typeof token === "string" ? token : undefined,
    userId: typeof userid === "string" ? userid : undefined,
    passive: request.headers.passive === "1",
    ip: request.ip,
  };
}
