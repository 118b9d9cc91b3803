import type { FastifyRequest } from "fastify";
import type { Lang } from "@portolan/engine";

type Reader = Pick<FastifyRequest, "headers"> & {
  cookies?: Record<string, string | undefined>;
  server: { services: { schemas: { dialect: { readonly languages: readonly Lang[] } } } };
};

/**
 * Returns the reader's language from the `lang` cookie, else the first supported one in `Accept-Language`, else the
 * product's default.
 */
export function readLanguage({ headers, cookies, server }: Reader): Lang {
  const { languages } = server.services.schemas.dialect;
  const accepted = (headers["accept-language"] ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  for (const wanted of [cookies?.["lang"], ...accepted]) {
    const known = languages.find((lang) => lang === wanted);
    if (known !== undefined) return known;
  }
  return languages[0] ?? "en";
}
