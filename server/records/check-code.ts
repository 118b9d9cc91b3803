/**
 * Check codes of documents: the record's number and a keyed digest of the stored values. The code is the same in every
 * language.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Row } from "@portolan/engine";
import { canonicalize } from "../core/canonical.ts";

/**
 * Number of hexadecimal digits in a code, in groups of four. Documents of earlier releases have 32, which begin with
 * the same digits.
 */
const DIGITS = 16;
const CODE = /^(.+?)[\s·-]*((?:[\dA-F][\s-]?){15}[\dA-F])$/i;
const EARLIER = /^(.+?)[\s·-]*((?:[\dA-F][\s-]?){31}[\dA-F])$/i;

/** The record that a document describes. `status`: an empty string if the document does not state it. */
export interface SignedRecord {
  tenant: string;
  entity: string;
  id: string;
  status: string;
  data: Row;
}

/** Returns the check code over the given fields, such as `WD20261121345120427316-3F2A-9C01-77AB-12CD`. */
export function createCheckCode(
  key: Buffer,
  { tenant, entity, id, status, data }: SignedRecord,
  fields: readonly string[],
): string {
  const values = Object.fromEntries(fields.map((name) => [name, data[name] ?? null]));
  const digits = createHmac("sha256", key)
    .update(`receipt|${canonicalize({ m: tenant, entity, id, status, values })}`)
    .digest("hex")
    .slice(0, DIGITS)
    .toUpperCase();
  return `${id}-${digits.replace(/(.{4})(?=.)/g, "$1-")}`;
}

/** A typed code: the number that it may begin with, and its digits. */
export interface TypedCode {
  id: string;
  digits: string;
}

/**
 * Returns all ways to read the input as a code, because the end of a number may look like digits of the code. Returns
 * an empty array if it is not a code.
 */
export function readCheckCode(text: string): TypedCode[] {
  return [CODE, EARLIER].flatMap((pattern) => {
    const [, id, digits] = pattern.exec(text.trim()) ?? [];
    return id === undefined || digits === undefined
      ? []
      : [{ id: id.toUpperCase(), digits: digits.replaceAll(/[\s-]/g, "").slice(0, DIGITS).toUpperCase() }];
  });
}

export function isSameCode(code: string, { digits }: TypedCode): boolean {
  const own = Buffer.from(code.replaceAll("-", "").slice(-DIGITS));
  const given = Buffer.from(digits);
  return own.length === given.length && timingSafeEqual(own, given);
}
