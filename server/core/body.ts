/**
 * Parses request bodies. Refuses, for every call, invalid JSON, text that PostgreSQL or a log cannot store (NUL, lone surrogates), and nesting
 * deeper than any form.
 */
import { Failure } from "./failure.ts";
import type { Row } from "../../src/engine/index.ts";
import { isRow } from "./row.ts";

/** Maximum nesting; schemas stay below it (record, list of parties, party, a filter's list). */
const MAX_DEPTH = 12;
/** Maximum number of values in a body; the largest legitimate one is a bulk event of 2,000 ids. */
const MAX_VALUES = 100_000;
/** Member names that would change an object's conversion or prototype; no field has one. */
const UNTEXTABLE: ReadonlySet<string> = new Set(["__proto__", "toString", "valueOf"]);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses the JSON object in `bytes`; an empty body is an empty object. @throws Failure `badJson`, `badText` */
export function parseJson(bytes: Uint8Array): Row {
  if (bytes.byteLength === 0) return {};
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Failure("badText");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure("badJson");
  }
  if (!isRow(value)) throw new Failure("badJson");
  checkTexts(value);
  return value;
}

/** Reads form-encoded fields. With `repeats` the last of equal names counts. @throws Failure `badJson` for a repeated name otherwise, `badText` */
export function parseFields(params: URLSearchParams, repeats = false): Row {
  const row: Row = {};
  for (const [name, value] of params) {
    if (!isGoodText(name) || !isGoodText(value)) throw new Failure("badText");
    if (name === "__proto__" || (!repeats && Object.hasOwn(row, name))) throw new Failure("badJson");
    row[name] = value;
  }
  return row;
}

/** Returns whether a text can be stored: well-formed UTF-16 without NUL. */
export const isGoodText = (text: string): boolean => !/\p{Cs}/u.test(text) && !text.includes("\0");

/** Checks texts and nesting without recursion, so that nesting cannot exhaust the stack. */
function checkTexts(root: object): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let seen = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (++seen > MAX_VALUES || next.depth > MAX_DEPTH) throw new Failure("badJson");
    const { value, depth } = next;
    if (typeof value === "string") {
      if (!isGoodText(value)) throw new Failure("badText");
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (UNTEXTABLE.has(name)) throw new Failure("badJson");
        if (!isGoodText(name)) throw new Failure("badText");
        stack.push({ value: member, depth: depth + 1 });
      }
    }
  }
}

/** Returns a text of a request that no schema has typed; a number is written out, anything else reads as empty. */
export function readText(body: Row, name: string): string {
  const value = body[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
