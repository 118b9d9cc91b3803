/**
 * How one filter reads in a URL: `failed,rescinded` (one of), `!failed` (none of), `2000..5000` (range, open ends allowed),
 * `~` (empty), `!~` (not empty), `last7d` (relative days), anything else by the field's kind.
 *
 * A backslash takes its special meaning from the character after it, so `a\,b` is one value. Where a kind is searched by part
 * of the text (or by range), a leading `=` asks for whole values instead: `orderNo==WD1,WD2`.
 */
import type { FilterStyle } from "../model/kind.ts";
import type { Filter } from "../model/query.ts";

/** Parameters that are not fields. A field of such a name (and any other, if one likes) is written with `f.` before it: `f.size=3`. */
export const QUERY_WORDS = ["q", "sort", "size", "page", "cursor", "view"] as const;
/** Parameters that belong to the page or to the call around the query; the codec passes over them. */
const OTHER_WORDS = ["id", "ids", "cols", "fields", "tab", "totals", "format", "lang", "scope", "excel"] as const;
/** Set before the name of a field that is called like one of these words. */
const FIELD_PREFIX = "f.";

const reserved: ReadonlySet<string> = new Set<string>([...QUERY_WORDS, ...OTHER_WORDS]);

/** Whether the codec passes over this parameter, because it is the page's or the call's. */
export const isOther = (name: string): boolean => (OTHER_WORDS as readonly string[]).includes(name);

/** Whether the parameter says how a list is asked rather than what of a field. */
export const isQueryWord = (name: string): boolean => (QUERY_WORDS as readonly string[]).includes(name);

/** Parameter of a field: its name, prefixed where it would be mistaken. */
export function parameterOf(field: string): string {
  return reserved.has(field) ? FIELD_PREFIX + field : field;
}

/** Field of a parameter; `undefined` when the parameter is a reserved word. */
export function fieldOf(parameter: string): string | undefined {
  if (parameter.startsWith(FIELD_PREFIX)) return parameter.slice(FIELD_PREFIX.length);
  return reserved.has(parameter) ? undefined : parameter;
}

/** What a text says before its values are looked at. `text` is a part without structure. */
export type Shape = Filter | { style: "text"; text: string };

const escaped = (value: string, special: RegExp) => value.replace(special, String.raw`\$&`);
const unescape = (text: string) => text.replace(/\\(.)/gsu, "$1");

/** Splits at a separator that no backslash stands before. The parts keep their escapes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      at += separator.length - 1;
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Empty parts fall out: `a,,b` is `a,b`. */
const list = (text: string) =>
  split(text, ",")
    .filter((part) => part !== "")
    .map(unescape);

/** Reads the structure of a filter's text for a kind of this style. `undefined`: it says nothing (`""`, `..`, `!`). */
export function readShape(text: string, style: FilterStyle): Shape | undefined {
  if (text === "~" || text === "!~") return { style: "empty", not: text === "!~" };
  if (style === "is") return values(text.startsWith("!") ? text.slice(1) : text, text.startsWith("!"));
  if (text.startsWith("=")) return values(text.startsWith("=!") ? text.slice(2) : text.slice(1), text.startsWith("=!"));
  if (style === "contains") return text === "" ? undefined : { style: "contains", text: text.replace(/^\\/, "") };
  const ends = split(text, "..");
  if (ends.length > 2) return { style: "text", text };
  if (ends.length === 1) return text === "" ? undefined : { style: "text", text: unescape(text) };
  const [from, to] = ends.map(unescape);
  if (!from && !to) return undefined;
  return { style: "range", ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function values(text: string, not: boolean): Filter | undefined {
  const found = [...new Set(list(text))];
  return found.length > 0 ? { style: "is", values: found, not } : undefined;
}

const WHOLE_TEXT = /^[\\~=]|^!(?=~$)/;
const LIST_PART = /[\\,]/g;
/** Dots that could be taken for the `..` between two ends. */
const RANGE_PART = /[\\,]|^[~=!]|\.(?=\.|$)|(?<=^|\.)\./g;

/** The text of a filter for a kind of this style; `readShape` reads it back. `undefined` when the style cannot say it. */
export function writeFilter(filter: Filter, style: FilterStyle): string | undefined {
  switch (filter.style) {
    case "empty":
      return filter.not ? "!~" : "~";
    case "is": {
      if (filter.values.length === 0) return undefined;
      const parts = filter.values.map((value) => escaped(value, LIST_PART));
      const first = parts[0]!.replace(/^[!~]/, String.raw`\$&`);
      return (style === "is" ? "" : "=") + (filter.not ? "!" : "") + [first, ...parts.slice(1)].join(",");
    }
    case "contains":
      return style === "contains" && filter.text !== "" ? escaped(filter.text, WHOLE_TEXT) : undefined;
    case "range": {
      if (style !== "range") return undefined;
      if (filter.relative) return filter.relative;
      const [from, to] = [filter.from ?? "", filter.to ?? ""].map((end) => escaped(end, RANGE_PART));
      if (from === "" && to === "") return undefined;
      return from === to ? from : `${from}..${to}`;
    }
  }
}
