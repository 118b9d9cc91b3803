/**
 * Reads what a client sent before anything looks inside. JSON only; text that PostgreSQL or a log would choke on (NUL, lone
 * surrogates) and nesting that no form has are refused here, once, for every call.
 */
import { Failure } from "./failure.ts";
import type { Row } from "../../src/engine/index.ts";

/** Deeper than any schema goes (record, list of parties, party, a filter's list). */
const MAX_DEPTH = 12;
/** More values than the largest body we take holds in earnest (2,000 ids of a bulk event, with room). */
const MAX_VALUES = 100_000;
/** Members that would change how an object reads as a text or a number, or what it inherits; no field is called so. */
const UNTEXTABLE: ReadonlySet<string> = new Set(["__proto__", "toString", "valueOf"]);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object in `bytes`; nothing at all counts as an empty one. Throws `badJson` or `badText`. */
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Failure("badJson");
  checkTexts(value);
  return value as Row;
}

/** Form-encoded fields as an object. A repeated name is ambiguous and refused, unless `repeats`: then the last one stands. */
export function parseFields(params: URLSearchParams, repeats = false): Row {
  const row: Row = {};
  for (const [name, value] of params) {
    if (!goodText(name) || !goodText(value)) throw new Failure("badText");
    if (name === "__proto__" || (!repeats && Object.hasOwn(row, name))) throw new Failure("badJson");
    row[name] = value;
  }
  return row;
}

/** Whether a text can be stored and shown: well-formed UTF-16 without NUL. */
export const goodText = (text: string): boolean => !/\p{Cs}/u.test(text) && !text.includes("\0");

/** Walks without recursion, so that nesting cannot exhaust the stack. */
function checkTexts(root: object): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let seen = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (++seen > MAX_VALUES || next.depth > MAX_DEPTH) throw new Failure("badJson");
    const { value, depth } = next;
    if (typeof value === "string") {
      if (!goodText(value)) throw new Failure("badText");
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (UNTEXTABLE.has(name)) throw new Failure("badJson");
        if (!goodText(name)) throw new Failure("badText");
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
