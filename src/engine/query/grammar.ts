/**
 * Grammar of a filter in the URL: `failed,rescinded` (one of), `!failed` (none of), `2000..5000` (range, with optional
 * bounds), `*vip,new` (lists that contain both), `~` (empty), `!~` (not empty), `last7d` (relative days). Everything
 * else is parsed by the field's kind.
 *
 * A backslash escapes the next character: `a\,b` is a single value. For kinds that match by part of the text or by
 * range, a leading `=` matches whole values: `orderNo==WD1,WD2`.
 */
import type { FilterStyle } from "../model/kind.ts";
import type { Filter } from "../model/query.ts";

/**
 * Reserved parameters of a query. A field with such a name is written with a prefix: `f.size=3`.
 * @example
 * QUERY_PARAMETERS.includes("sort") // => true
 */
export const QUERY_PARAMETERS = ["q", "sort", "size", "page", "cursor", "view", "group"] as const;
/** Parameters for the page or the call, which the query parser skips. */
const OTHER_PARAMETERS = [
  "id",
  "ids",
  "cols",
  "fields",
  "tab",
  "totals",
  "format",
  "lang",
  "scope",
  "excel",
  "as",
] as const;
/** Prefix for fields whose name is a reserved parameter. */
const FIELD_PREFIX = "f.";

const queryParameters: ReadonlySet<string> = new Set(QUERY_PARAMETERS);
const otherParameters: ReadonlySet<string> = new Set(OTHER_PARAMETERS);
const reserved: ReadonlySet<string> = new Set([...queryParameters, ...otherParameters]);

/** Returns whether a parameter is for the page or the call, so that the query parser skips it. */
export const isOtherParameter = (name: string): boolean => otherParameters.has(name);

/** Returns whether a parameter name is reserved for queries. */
export const isQueryParameter = (name: string): boolean => queryParameters.has(name);

/**
 * Returns the parameter name of a field, prefixed if the name is reserved.
 * @example
 * toParameter("size") // => "f.size"
 * toParameter("amount") // => "amount"
 */
export function toParameter(field: string): string {
  return reserved.has(field) ? FIELD_PREFIX + field : field;
}

/** Returns the field name of a parameter, or undefined for a reserved parameter. */
export function toField(parameter: string): string | undefined {
  if (parameter.startsWith(FIELD_PREFIX)) return parameter.slice(FIELD_PREFIX.length);
  return reserved.has(parameter) ? undefined : parameter;
}

/** Structure of a filter before its values are parsed. `text` means plain text without structure. */
export type Shape = Filter | { style: "text"; text: string };

const escapeValue = (value: string, special: RegExp) => value.replace(special, String.raw`\$&`);
const removeEscapes = (text: string) => text.replace(/\\(.)/gsu, "$1");

/** Splits at unescaped separators. The parts keep their escapes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text.startsWith(separator, index)) {
      parts.push(text.slice(start, index));
      index += separator.length - 1;
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Splits at commas and drops empty parts: `a,,b` -> `a`, `b`. */
const list = (text: string) =>
  split(text, ",")
    .filter((part) => part !== "")
    .map(removeEscapes);

/** Parses the structure of a filter for the given style. Returns undefined for an empty filter (`""`, `..`, `!`). */
export function readShape(text: string, style: FilterStyle): Shape | undefined {
  if (text === "~" || text === "!~") return { style: "empty", not: text === "!~" };
  if (style === "has" && text.startsWith("*")) {
    const all = parseValues(text.slice(1), false);
    return all && { ...all, all: true };
  }
  if (style === "is" || style === "has")
    return parseValues(text.startsWith("!") ? text.slice(1) : text, text.startsWith("!"));
  if (text.startsWith("="))
    return parseValues(text.startsWith("=!") ? text.slice(2) : text.slice(1), text.startsWith("=!"));
  if (style === "contains") return text === "" ? undefined : { style: "contains", text: text.replace(/^\\/, "") };
  const ends = split(text, "..");
  if (ends.length > 2) return { style: "text", text };
  if (ends.length === 1) return text === "" ? undefined : { style: "text", text: removeEscapes(text) };
  const [from, to] = ends.map(removeEscapes);
  if (!from && !to) return undefined;
  return { style: "range", ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function parseValues(text: string, not: boolean): Extract<Filter, { style: "is" }> | undefined {
  const found = [...new Set(list(text))];
  return found.length > 0 ? { style: "is", values: found, not } : undefined;
}

const WHOLE_TEXT = /^[\\~=]|^!(?=~$)/;
const LIST_PART = /[\\,]/g;
/** Matches characters to escape in a range bound, including dots that would form `..`. */
const RANGE_PART = /[\\,]|^[~=!]|\.(?=\.|$)|(?<=^|\.)\./g;

/**
 * Serialises a filter for the given style, which `readShape` parses back. Returns undefined when the style cannot
 * express it.
 */
export function writeFilter(filter: Filter, style: FilterStyle): string | undefined {
  switch (filter.style) {
    case "empty":
      return filter.not ? "!~" : "~";
    case "is": {
      if (filter.values.length === 0) return undefined;
      const list = filter.values.map((value) => escapeValue(value, LIST_PART)).join(",");
      if (style === "has") return (filter.all ? "*" : filter.not ? "!" : "") + escapeValue(list, /^[!~*]/);
      return (style === "is" ? "" : "=") + (filter.not ? "!" : "") + escapeValue(list, /^[!~]/);
    }
    case "contains":
      return style === "contains" && filter.text !== "" ? escapeValue(filter.text, WHOLE_TEXT) : undefined;
    case "range": {
      if (style !== "range") return undefined;
      if (filter.relative) return filter.relative;
      const [from, to] = [filter.from ?? "", filter.to ?? ""].map((end) => escapeValue(end, RANGE_PART));
      if (from === "" && to === "") return undefined;
      return from === to ? from : `${from}..${to}`;
    }
  }
}
