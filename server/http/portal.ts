/**
 * Serves the portal. Hashed assets are cached for a year. Each page is `index.html` with a new nonce and with links to
 * the files that the page loads (`tools/vite-pages.ts`).
 */
import { isRow } from "../core/row.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "@portolan/engine";
import { buildPagePolicy, readPath } from "./headers.ts";
import { readLanguage } from "../core/language.ts";

/** Placeholder for the nonce in the built `index.html` (`vite.config.ts`). */
const NONCE = "__CSP_NONCE__";
/** Placeholder for the page settings in `<meta name="portal">`. */
const PORTAL = "__PORTAL__";
const YEAR = "public, max-age=31536000, immutable";

export interface PortalOptions {
  dir: string | undefined;
  /** Settings that the server embeds in every page. */
  about: Row;
  /** Path of the page that `/` opens for a signed-in user. */
  home: string;
  /** Paths of pages that browsers must not cache (`cache: false`). */
  uncachedPages: ReadonlySet<string>;
}

/**
 * Serves the built portal and returns the handler that sends `index.html`. If the portal has not been built, only the
 * API is served, and the handler explains how to build the portal.
 */
export async function servePortal(
  app: FastifyInstance,
  { dir, about, home, uncachedPages }: PortalOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const index = dir && join(dir, "index.html");
  if (!dir || !index || !existsSync(index))
    return (_request, reply) =>
      reply
        .code(404)
        .type("text/plain; charset=utf-8")
        .send(
          "The portal is not built: `npm start` builds it; `npm run dev` serves it at the address that Vite prints.\n",
        );
  const html = readFileSync(index, "utf8").replaceAll(PORTAL, () => escapeAttribute(JSON.stringify(about)));
  const named = createFileNamer(join(dir, ".vite/prefetch.json"), html, home);
  const head = html.indexOf("</head>");
  const [before, after] = [html.slice(0, head).split(NONCE), html.slice(head).split(NONCE)];
  const sendIndex = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString("base64");
    const path = readPath(request);
    return reply
      .headers({
        "content-security-policy": buildPagePolicy(nonce),
        "cache-control": uncachedPages.has(path) ? "no-store" : "no-cache",
      })
      .type("text/html; charset=utf-8")
      .send(before.join(nonce) + named(request, path) + after.join(nonce));
  };
  app.get("/", sendIndex);
  app.get("/index.html", sendIndex);
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    dotfiles: "deny",
    preCompressed: true,
    cacheControl: false,
    // Register one route per file at startup, so that an unknown path never reaches the file system.
    wildcard: false,
    globIgnore: ["index.html", ".vite/**", "assets/**"],
    setHeaders: (reply, path) => reply.header("cache-control", /[\\/]assets[\\/]/.test(path) ? YEAR : "no-cache"),
  });
  serveAssets(app, dir);
  return sendIndex;
}

/** Serves the hashed assets by their names. A route for each of them would take a third of the time of a start. */
function serveAssets(app: FastifyInstance, dir: string): void {
  const folder = join(dir, "assets");
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  app.get<{ Params: { name: string } }>("/assets/:name", (request, reply) => {
    const { name } = request.params;
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
  });
}

/**
 * Returns a function that creates the links to a page's files, except those that `html` contains, so that the browser
 * fetches all of them at once.
 */
function createFileNamer(list: string, html: string, home: string): (request: FastifyRequest, path: string) => string {
  if (!existsSync(list)) return () => "";
  const ahead: Record<string, Record<string, string[]>> = JSON.parse(readFileSync(list, "utf8"));
  const linkTo = (file: string) =>
    file.endsWith(".css")
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`;
  const links = (files: string[]) =>
    files
      .filter((file) => !html.includes(file))
      .map(linkTo)
      .join("");
  const made = Object.fromEntries(
    Object.entries(ahead).map(([lang, pages]) => [
      lang,
      new Map(Object.entries(pages).map(([address, files]) => [address, links(files)])),
    ]),
  );
  return (request, path) => {
    const pages = made[readLanguage(request)];
    const isSignedIn = Boolean(request.cookies[request.server.http.cookies.token]);
    const address = isSignedIn ? (path === "/" ? home : path) : "/login";
    const { tab } = isRow(request.query) ? request.query : {};
    return pages?.get(`${address}?${String(tab)}`) ?? pages?.get(address) ?? "";
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => ENTITIES[letter] ?? letter);
