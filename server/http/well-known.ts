/** Well-known URIs: `change-password` (W3C) and `security.txt` (RFC 9116). */
import type { FastifyInstance } from "fastify";
import { Failure } from "../core/failure.ts";

/** Maximum validity of `security.txt` that RFC 9116 recommends, in milliseconds. */
const VALID_MS = 365 * 86_400_000;
const DAY_MS = 86_400_000;

/**
 * Returns the plugin that serves the URIs. `contact`: a mailto: or https: URL for vulnerability reports. If omitted,
 * `security.txt` is not served.
 */
export function createWellKnown(contact: string | undefined, publicOrigin: string | undefined) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/.well-known/change-password", async (_request, reply) => {
      const pages = app.services.schemas.pages.flatMap(({ path, tabs = [] }) =>
        tabs.flatMap((tab) => ("call" in tab && tab.call === "changePassword" ? [`${path}?tab=${tab.id}`] : [])),
      );
      const [page] = pages;
      if (page === undefined) throw new Failure("unknownCall");
      return reply.redirect(page, 302);
    });
    app.get("/.well-known/security.txt", async (_request, reply) => {
      if (contact === undefined) throw new Failure("unknownCall");
      // Change the date only once a day, so that the response can be cached.
      const expires = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + VALID_MS).toISOString();
      const lines = [`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: zh, en"];
      if (publicOrigin !== undefined) lines.push(`Canonical: ${publicOrigin}/.well-known/security.txt`);
      return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
    });
  };
}
