/**
 * Parses request bodies. Rejects invalid JSON, text that PostgreSQL or a log cannot store (NUL, lone surrogates), names
 * such as `__proto__`, and more values or deeper nesting than any call needs.
 */
import { Failure } from "./failure.ts";
import type { Row } from "@portolan/engine";
import { isRow } from "./row.ts";

/** Maximum nesting depth. No schema comes close to it. */
const MAX_DEPTH = 12;
/** Maximum number of values in a body. The largest legitimate body is an import of 4,000 rows. */
const MAX_VALUES = 100_000;
/**
 * Property names that would change how an object is converted to a string, or what it inherits. No field has such a
 * name.
 */
const UNTEXTABLE: ReadonlySet<string> = new Set(["__proto__", "toString", "valueOf"]);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a JSON object. An empty body is an empty object.
 *
 * @throws Failure `badJson` for invalid JSON, another type, a property name in `UNTEXTABLE`, or too many or too deeply
 * nested values; `badText` for invalid UTF-8 or text that cannot be stored
 */
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

/**
 * Parses query parameters or form-encoded fields. With `repeats`, the last value of a repeated name wins.
 *
 * @throws Failure `badJson` for `__proto__` and, without `repeats`, for a repeated name; `badText` for text that cannot
 * be stored
 */
export function parseFields(params: URLSearchParams, repeats = false): Row {
  const row: Row = {};
  for (const [name, value] of params) {
    if (!isGoodText(name) || !isGoodText(value)) throw new Failure("badText");
    if (name === "__proto__" || (!repeats && Object.hasOwn(row, name))) throw new Failure("badJson");
    row[name] = value;
  }
  return row;
}

/** Returns whether a string can be stored: well-formed UTF-16 without NUL. */
export const isGoodText = (text: string): boolean => !/\p{Cs}/u.test(text) && !text.includes("\0");

/**
 * Validates all strings and names, the nesting depth and the number of values. Iterates instead of recursing, because
 * deep nesting could exhaust the stack.
 */
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

/**
 * Returns a property of a body without a schema as a string. Numbers are converted; any other type becomes an empty
 * string.
 */
export function readText(body: Row, name: string): string {
  const value = body[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
