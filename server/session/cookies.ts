/** The session's cookies. The secret is HttpOnly; pages read the others, which bear the product's names. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { DEVICE_S } from "./device.ts";
import type { Credentials } from "./sessions.ts";
import type { PortalUser } from "./users.ts";

/** Under TLS the name itself forbids other hosts and paths; browsers other than Chromium store no such cookie on plain http. */
export const nameSidCookie = (secure: boolean): string => (secure ? "__Host-sid" : "sid");

/** Names of the cookies that pages read. */
export interface CookieNames {
  /** The session's token, which the page sends back as a header. */
  token: string;
  tenant: string;
  userId: string;
  /** The user's status. */
  status: string;
  username: string;
}

/** Names for a product that gives none. */
export const COOKIE_NAMES: CookieNames = {
  token: "token",
  tenant: "tenant",
  userId: "userId",
  status: "status",
  username: "username",
};

/** How the cookies are set: `secure` for browsers that connect by TLS. */
interface CookieOptions {
  secure: boolean;
  names: CookieNames;
}

/** The browser's own, kept over sign-outs. */
export const nameDeviceCookie = (secure: boolean): string => (secure ? "__Host-dev" : "dev");

/** Keeps the sealed `value` in the browser; it goes to this server alone, and no script reads it. */
export function setDeviceCookie(reply: FastifyReply, secure: boolean, value: string): void {
  reply.setCookie(nameDeviceCookie(secure), value, {
    path: "/",
    sameSite: "strict",
    secure,
    httpOnly: true,
    maxAge: DEVICE_S,
  });
}

/** Says for a moment that this browser changed something. Every node sees it, without asking another. */
export const nameWroteCookie = (secure: boolean): string => (secure ? "__Host-wrote" : "wrote");

/** How long a browser's reads go to the primary after a change, in seconds: longer than a replica may lag behind. */
const WROTE_S = 5;

/** Sets the cookie that marks a recent write of this browser. */
export function setWroteCookie(reply: FastifyReply, secure: boolean): void {
  reply.setCookie(nameWroteCookie(secure), "1", {
    path: "/",
    sameSite: "strict",
    secure,
    httpOnly: true,
    maxAge: WROTE_S,
  });
}

/** Sets the cookies of an opened session. */
export function setSessionCookies(
  reply: FastifyReply,
  { secure, names }: CookieOptions,
  session: { sid: string; token: string },
  user: PortalUser,
): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.setCookie(nameSidCookie(secure), session.sid, { ...options, httpOnly: true });
  reply.setCookie(names.token, session.token, options);
  reply.setCookie(names.tenant, user.tenant, options);
  reply.setCookie(names.userId, user.id, options);
  reply.setCookie(names.status, String(user.userStatus), options);
  reply.setCookie(names.username, user.username, options);
}

/** Clears the cookies of a session that ended. */
export function clearSessionCookies(reply: FastifyReply, { secure, names }: CookieOptions): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.clearCookie(nameSidCookie(secure), { ...options, httpOnly: true });
  for (const name of Object.values(names)) reply.clearCookie(name, options);
}

/** What a request brings: the cookie's secret and the two headers. Repeated headers count as none. */
export function readCredentials(request: FastifyRequest, secure: boolean): Credentials {
  const { token, userid } = request.headers;
  return {
    sid: request.cookies[nameSidCookie(secure)],
    token: typeof token === "string" ? token : undefined,
    userId: typeof userid === "string" ? userid : undefined,
    passive: request.headers.passive === "1",
  };
}
