/** From a URL, a query string or a JSON body to a `Query`. `write.ts` is the way back; `grammar.ts` holds the form of one filter. */
import type { Entity, Field, Lang, Row } from "../entity/entity.ts";
import { kindContext } from "../entity/values.ts";
import { columnOf } from "./columns.ts";
import { fixedValues, isDay } from "./context.ts";
import { spanOf } from "./days.ts";
import { fieldOf, isOther, readShape, type Shape } from "./grammar.ts";
import { type Filter, MAX_OFFSET, PAGE_SIZE, PAGE_SIZES, type Query } from "./query.ts";

/** What reading a query depends on besides its text. */
export interface QueryContext {
  /** Milliseconds since the epoch: what `last7d` counts from. */
  now: number;
  /** Language of typed values; the wire's own forms read the same in both. Default zh. */
  lang?: Lang;
}

/** Longest search text and longest filter value, in UTF-16 units. */
const LONGEST = 200;
/** Most values in one list, most terms in one sort. */
const MOST_VALUES = 200;
const MOST_TERMS = 4;
/** What PostgreSQL's text cannot hold. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000\ud800-\udfff]/u;

/** A query that asks for everything in the entity's own order. */
export function emptyQuery(): Query {
  return { filters: {}, sort: [], size: PAGE_SIZE, page: 1, ignored: [] };
}

/**
 * Reads a query. Never throws: what is unknown, malformed, repeated or not to be asked (a sensitive field, one without a column)
 * goes to `ignored` as written and has no other effect. Values of a JSON body may be numbers, booleans or lists; a list reads as its elements
 * joined by commas.
 */
export function parseQuery(entity: Entity, source: URLSearchParams | Row, context: QueryContext): Query {
  const query = emptyQuery();
  for (const [name, given] of pairs(source)) {
    if (isOther(name)) continue;
    const text = textOf(given);
    if (text === undefined || UNSTORABLE.test(text)) query.ignored.push(asWritten(name, given));
    else if (text !== "" && !take(entity, query, name, text, context)) query.ignored.push(`${name}=${text}`);
  }
  if (query.page > 1 && !query.cursor && query.page * query.size > MAX_OFFSET) {
    query.ignored.push(`page=${query.page}`);
    query.page = 1;
  }
  return query;
}

function pairs(source: URLSearchParams | Row): Iterable<[string, unknown]> {
  return source instanceof URLSearchParams ? source.entries() : Object.entries(source);
}

function textOf(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (given === null || given === undefined) return "";
  if (typeof given === "number" || typeof given === "boolean") return String(given);
  if (!Array.isArray(given)) return undefined;
  const parts = given.map(textOf);
  return parts.includes(undefined) ? undefined : parts.join(",");
}

function asWritten(name: string, given: unknown): string {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return `${name}=${text.replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd").slice(0, LONGEST)}`;
}

/** Takes one part into the query; `false` when it does not fit. */
function take(entity: Entity, query: Query, name: string, text: string, context: QueryContext): boolean {
  switch (name) {
    case "q":
      if (query.q !== undefined || entity.list.search.length === 0 || text.length > LONGEST) return false;
      if (text.trim() !== "") query.q = text.trim();
      return true;
    case "sort":
      return takeSort(entity, query, text);
    case "size":
      return /^\d{1,4}$/.test(text) && PAGE_SIZES.includes(Number(text)) && ((query.size = Number(text)), true);
    case "page":
      return /^[1-9]\d{0,6}$/.test(text) && ((query.page = Number(text)), true);
    case "cursor":
      return text.length <= 4000 && /^[\w.-]+$/.test(text) && ((query.cursor = text), true);
    case "view":
      return entity.list.views.some((view) => view.id === text) && ((query.view = text), true);
    default:
      return takeFilter(entity, query, fieldOf(name), text, context);
  }
}

function takeSort(entity: Entity, query: Query, text: string): boolean {
  const terms = text.split(",").filter((term) => term !== "");
  const names = terms.map((term) => term.replace(/^-/, ""));
  if (query.sort.length > 0 || terms.length > MOST_TERMS || new Set(names).size < names.length) return false;
  if (!names.every((name) => columnOf(entity, name))) return false;
  if (terms.join() !== entity.list.sort.join()) query.sort = terms;
  return true;
}

function takeFilter(entity: Entity, query: Query, name: string | undefined, text: string, context: QueryContext): boolean {
  const field = name === undefined ? undefined : columnOf(entity, name)?.field;
  if (!field || Object.hasOwn(query.filters, field.name)) return false;
  const shape = readShape(text, field.kind.filter);
  const filter = shape && filterOf(entity, field, shape, context);
  if (!filter) return false;
  query.filters[field.name] = filter;
  return true;
}

/** The filter with every value read by the field's kind; `undefined` when one of them does not fit. */
function filterOf(entity: Entity, field: Field, shape: Shape, context: QueryContext): Filter | undefined {
  const read = (text: string, edge: "from" | "to" | "is") => readValue(entity, field, text, edge, context);
  switch (shape.style) {
    case "empty":
      return shape;
    case "contains": {
      const wanted = searchText(entity, field, shape.text);
      return wanted !== "" && wanted.length <= LONGEST ? { style: "contains", text: wanted } : undefined;
    }
    case "is": {
      const values = shape.values.map((value) => read(value, "is"));
      if (values.length > MOST_VALUES || values.includes(undefined)) return undefined;
      return { style: "is", values: [...new Set(values as string[])], not: shape.not };
    }
    case "range": {
      const from = shape.from === undefined ? undefined : read(shape.from, "from");
      const to = shape.to === undefined ? undefined : read(shape.to, "to");
      if ((shape.from !== undefined && from === undefined) || (shape.to !== undefined && to === undefined)) return undefined;
      return { style: "range", ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    }
    case "text": {
      const span = isDay(field) ? spanOf(shape.text, context.now) : undefined;
      if (span) return { style: "range", ...span, relative: shape.text };
      const value = read(shape.text, "from");
      return value === undefined || read(shape.text, "to") === undefined ? undefined : { style: "range", from: value, to: value };
    }
  }
}

/** A text to search for as the field would hold it: without the spaces of a typed account number, full-width digits as digits. */
export function searchText(entity: Entity, field: Field, text: string): string {
  const clean = field.kind.normalise(text.trim(), kindContext(entity, field, "zh"));
  return typeof clean === "string" && clean !== "" ? clean : text.trim();
}

function readValue(entity: Entity, field: Field, text: string, edge: "from" | "to" | "is", context: QueryContext): string | undefined {
  if (text.length > LONGEST) return undefined;
  const fixed = fixedValues(entity, field);
  if (fixed) return fixed.includes(text) ? text : undefined;
  // Words such as `last7d` stand alone (`spanOf`); the ends of a range are dates.
  if (isDay(field) && !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const about = kindContext(entity, field, context.lang ?? "zh");
  if (field.kind.bound) return field.kind.bound(text, edge, about) === undefined ? undefined : text;
  const parsed = field.kind.parse(text, about);
  return parsed.ok && parsed.value !== undefined && parsed.value !== null && typeof parsed.value !== "object" ? String(parsed.value) : undefined;
}
