/** The portal's files: hashed assets for a year, `index.html` fresh with a nonce, and `index.html` again for the addresses of its pages. */
import { existsSync, readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { pagePolicy } from "./headers.ts";

/** Stands in the built `index.html` wherever a nonce belongs (`vite.config.ts`). */
const NONCE = "__CSP_NONCE__";
/** Stands where the page learns what the server is: `<meta name="portal">`. */
const PORTAL = "__PORTAL__";
const YEAR = "public, max-age=31536000, immutable";

/** Serves `dir` (the built portal). Without it only the API answers, and `/` says so. */
export async function servePortal(
  app: FastifyInstance,
  dir: string | undefined,
  sandbox: { demo: { username: string; role: string }[] } | undefined,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const index = dir && join(dir, "index.html");
  if (!dir || !index || !existsSync(index)) return (reply) => reply.code(404).type("text/plain; charset=utf-8").send("The portal is not built.\n");
  const about = JSON.stringify({ sandbox: sandbox !== undefined, demo: sandbox?.demo ?? [] });
  const parts = readFileSync(index, "utf8").replaceAll(PORTAL, () => escapeAttribute(about)).split(NONCE);
  const sendIndex = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString("base64");
    return reply
      .headers({ "content-security-policy": pagePolicy(nonce), "cache-control": "no-cache" })
      .type("text/html; charset=utf-8")
      .send(parts.join(nonce));
  };
  app.get("/", (_request, reply) => sendIndex(reply));
  app.get("/index.html", (_request, reply) => sendIndex(reply));
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    dotfiles: "deny",
    preCompressed: true,
    cacheControl: false,
    // One route a file, read at start: a path that is no file never reaches the file system.
    wildcard: false,
    globIgnore: ["index.html", ".vite/**"],
    setHeaders: (reply, path) => reply.header("cache-control", /[\\/]assets[\\/]/.test(path) ? YEAR : "no-cache"),
  });
  return sendIndex;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => ENTITIES[letter]!);
