/** Headers of every response, and the Content-Security-Policy of portal pages. */
import type { FastifyReply, FastifyRequest } from "fastify";

export const CSP_REPORT_PATH = "/api/csp-report";
/** Name of the portal's only Trusted Types policy, which accepts the portal's asset URLs (needed by workers). */
const TRUSTED_TYPES_POLICY = "portolan";

/**
 * Returns the policy of one page. `nonce` is unique to the response. Tested in a browser with MUI, emotion and rjsf.
 */
export function buildPagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
    `report-uri ${CSP_REPORT_PATH}`,
  ].join("; ");
}

/** Policy for responses that are not pages: allows nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

export const readPath = ({ url }: Pick<FastifyRequest, "url">): string => url.split("?")[0] ?? "";

export function secureHeaders(request: FastifyRequest, reply: FastifyReply, behindTls: boolean): void {
  reply.headers({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  });
  if (behindTls) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (request.url.startsWith("/api"))
    reply.headers({ "cache-control": "no-store", "content-security-policy": DATA_POLICY });
}

/**
 * Returns whether a browser sent the request from a page of another origin. `Sec-Fetch-Site` is `same-origin` for
 * requests of the portal and `none` for addresses that the user enters. Programs send neither that header nor `Origin`.
 * There are no CORS responses, so a foreign page cannot send custom headers either.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return false;
  try {
    return new URL(origin).host !== request.headers.host;
  } catch {
    return true;
  }
}
