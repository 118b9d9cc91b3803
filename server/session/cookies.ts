/** The session's cookies. The secret is HttpOnly; the others are the specification's readable ones (merToken, merId, userStatus, username). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { DEVICE_S } from "./device.ts";
import type { Credentials } from "./sessions.ts";
import type { PortalUser } from "./users.ts";

/** Under TLS the name itself forbids other hosts and paths; browsers other than Chromium store no such cookie on plain http. */
export const sidCookie = (secure: boolean): string => (secure ? "__Host-sid" : "sid");
const READABLE = ["merToken", "merId", "userId", "userStatus", "username"] as const;

/** The browser's own, kept over sign-outs. */
export const deviceCookie = (secure: boolean): string => (secure ? "__Host-dev" : "dev");

/** Keeps the sealed `value` in the browser; it goes to this server alone, and no script reads it. */
export function setDeviceCookie(reply: FastifyReply, secure: boolean, value: string): void {
  reply.setCookie(deviceCookie(secure), value, {
    path: "/",
    sameSite: "strict",
    secure,
    httpOnly: true,
    maxAge: DEVICE_S,
  });
}

export function setSessionCookies(
  reply: FastifyReply,
  secure: boolean,
  session: { sid: string; token: string },
  user: PortalUser,
): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.setCookie(sidCookie(secure), session.sid, { ...options, httpOnly: true });
  const values = {
    merToken: session.token,
    merId: user.tenant,
    userId: user.id,
    userStatus: String(user.userStatus),
    username: user.username,
  };
  for (const name of READABLE) reply.setCookie(name, values[name], options);
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  const options = { path: "/", sameSite: "strict", secure } as const;
  reply.clearCookie(sidCookie(secure), { ...options, httpOnly: true });
  for (const name of READABLE) reply.clearCookie(name, options);
}

/** What a request brings: the cookie's secret and the two headers. Repeated headers count as none. */
export function readCredentials(request: FastifyRequest, secure: boolean): Credentials {
  const { token, userid } = request.headers;
  return {
    sid: request.cookies[sidCookie(secure)],
    token: typeof token === "string" ? token : undefined,
    userId: typeof userid === "string" ? userid : undefined,
    passive: request.headers.passive === "1",
  };
}
