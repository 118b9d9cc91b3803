/**
 * Opaque pagination cursors: the sort values of the last row and a hash of the query, signed. The signing function is
 * passed in (HMAC on the server), so that the engine needs no secret. Cursors of another query, tenant or key are
 * rejected.
 */
import type { Entity } from "../model/entity.ts";
import { listSortTerms, type Position } from "./sort-order.ts";
import type { Query } from "../model/query.ts";
import { describeQuery } from "./write-url.ts";

/** Returns the signature of a string as base64url. Must depend on a secret and on the tenant. */
export type Sign = (text: string) => string;

/** FNV-1a hash that distinguishes queries. Forgery is prevented by the signature. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return value.toString(36);
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * Returns the cursor for the page after `position`.
 * @example
 * const cursor = sealCursor(entity, query, readPosition(entity, query, row), sign);
 */
export function sealCursor(entity: Entity, query: Query, position: Position, sign: Sign): string {
  const body = toBase64Url(JSON.stringify([hash(describeQuery(entity, query)), ...position]));
  return `${body}.${sign(body)}`;
}

/**
 * An opened cursor. `unreadable`: malformed, modified, or signed with another key or for another tenant. `other`: for
 * another query.
 */
export type OpenedCursor = { position: Position } | { wrong: "unreadable" | "other" };

/**
 * Verifies and decodes a cursor. Never throws.
 * @example
 * const opened = openCursor(entity, query, "eyJ.c2ln", sign);
 * const after = "position" in opened ? opened.position : undefined;
 */
export function openCursor(entity: Entity, query: Query, cursor: string, sign: Sign): OpenedCursor {
  const [body = "", signature = "", ...rest] = cursor.split(".");
  if (rest.length > 0 || !isSame(sign(body), signature)) return { wrong: "unreadable" };
  try {
    const [about, ...position]: [string, ...Position] = JSON.parse(decodeBase64Url(body));
    return about === hash(describeQuery(entity, query)) && position.length === listSortTerms(entity, query).length
      ? { position }
      : { wrong: "other" };
  } catch {
    return { wrong: "unreadable" };
  }
}

/** Compares two strings without revealing by timing where they differ. */
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ (right.charCodeAt(index) || 0);
  return difference === 0;
}
