/**
 * An opaque position after the last row of a page: its sort values and the hash of what was asked, signed. The signing is passed in (HMAC on the
 * server), so that the engine needs no secret; a cursor of another query, another merchant or another key does not open.
 */
import type { Entity } from "../model/entity.ts";
import { orderOf, type Position } from "./order.ts";
import type { Query } from "../model/query.ts";
import { asked } from "./write.ts";

/** Signature of a text in the letters of base64url. Must depend on a secret; put the merchant into `text` by closing over it. */
export type Sign = (text: string) => string;

/** FNV-1a: enough to tell queries apart; the signature guards against forging. */
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

function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.codePointAt(0)!,
  );
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The cursor of the page after `position`. */
export function sealCursor(entity: Entity, query: Query, position: Position, sign: Sign): string {
  const body = toBase64Url(JSON.stringify([hash(asked(entity, query)), ...position]));
  return `${body}.${sign(body)}`;
}

/** What a cursor says: a position, or why it says none. `unreadable`: not ours, changed, sealed with another key or for another merchant; `other`: of another filter or order. */
export type OpenedCursor = { position: Position } | { wrong: "unreadable" | "other" };

/** Opens a cursor. Never throws. */
export function openCursor(entity: Entity, query: Query, cursor: string, sign: Sign): OpenedCursor {
  const [body = "", signature = "", ...rest] = cursor.split(".");
  if (rest.length > 0 || !same(sign(body), signature)) return { wrong: "unreadable" };
  try {
    const [about, ...position] = JSON.parse(fromBase64Url(body)) as [string, ...Position];
    return about === hash(asked(entity, query)) && position.length === orderOf(entity, query).length
      ? { position }
      : { wrong: "other" };
  } catch {
    return { wrong: "unreadable" };
  }
}

/** Compares in a time that does not tell how much is equal. */
function same(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ (right.charCodeAt(at) || 0);
  return difference === 0;
}
