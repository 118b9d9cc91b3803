import type { FastifyRequest } from "fastify";
import type { Lang } from "../../src/engine/index.ts";

/** The reader's language: the `lang` cookie, else the first of `Accept-Language` that we speak, else Chinese. */
export function languageOf(
  request: Pick<FastifyRequest, "headers"> & { cookies?: Record<string, string | undefined> },
): Lang {
  const chosen = request.cookies?.lang;
  if (chosen === "zh" || chosen === "en") return chosen;
  for (const part of (request.headers["accept-language"] ?? "").split(",")) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    if (tag === "zh" || tag === "en") return tag;
  }
  return "zh";
}
