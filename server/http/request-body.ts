import type { FastifyRequest } from "fastify";
import { isListCall, type Entity, type Lang, type Row } from "@portolan/engine";
import { parseFields, parseJson } from "../core/body.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Route } from "./call.ts";

/** Base64 of a SHA-256. */
const DIGEST = /^[A-Za-z0-9+/]{43}=$/;
/**
 * Reads the body of a request, or the query string of a GET. Empty for an upload.
 *
 * @throws Failure `badJson`, `badText` as `parseJson` and `parseFields`
 */
export function readBody(request: FastifyRequest, search: URLSearchParams, route: Route): Row {
  if (request.method === "GET") return parseFields(search, isListCall(route.call));
  if (route.accepts.includes("multipart/form-data")) return {};
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = request.headers["content-type"] ?? "";
  if (type.toLowerCase().startsWith("application/x-www-form-urlencoded"))
    return parseFields(new URLSearchParams(bytes.toString("utf8")));
  return parseJson(bytes);
}

/** Validates and normalises the body of a call in `schemas/calls/`. @throws Failure `invalid` with the field errors */
export function checkRequest(request: Entity, rawBody: Row, lang: Lang): Row {
  const { value, errors } = request.check(stringifyOptions(request, rawBody), { lang, side: "server" });
  // Clients must send the digest of a password, never the password.
  const undigested = request.fields.filter(
    (field) => field.digest && typeof value[field.name] === "string" && !DIGEST.test(String(value[field.name])),
  );
  const all = [...errors, ...undigested.map((field) => createFieldError(`/${field.name}`, "digest", lang))];
  if (all.length > 0) throw new Failure("invalid", {}, all);
  return value;
}

/** Converts numbers to strings for options that the specification writes as numbers (`verifyType` 1 or 2). */
function stringifyOptions({ fields }: Entity, rawBody: Row): Row {
  const numbered = fields.filter(
    ({ name, options }) => typeof rawBody[name] === "number" && options && "values" in options,
  );
  return { ...rawBody, ...Object.fromEntries(numbered.map(({ name }) => [name, String(rawBody[name])])) };
}
