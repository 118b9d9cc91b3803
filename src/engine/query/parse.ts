/** From a URL, a query string or a JSON body to a `Query`. `write.ts` is the way back; `grammar.ts` holds the form of one filter. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { kindContext } from "../entity/values.ts";
import { columnOf } from "../entity/columns.ts";
import { fixedValues, isDay } from "./context.ts";
import { spanOf } from "../base/days.ts";
import { fieldOf, isOther, isQueryWord, readShape, type Shape } from "./grammar.ts";
import { type Filter, MAX_OFFSET, PAGE_SIZE, PAGE_SIZES, type Query } from "../model/query.ts";

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

/** Why a part of a query was not taken. */
export type QueryReason =
  /** No parameter of the list is called so. */
  | "unknown"
  /** A field of the entity that no list is filtered by. */
  | "closed"
  /** Named before. */
  | "twice"
  /** No text that can be stored, or too long. */
  | "text"
  /** The list is not searched by words. */
  | "search"
  | "size"
  | "page"
  /** A page beyond those that numbers reach. */
  | "reach"
  /** `given`: the term that names no column. */
  | "sort"
  /** Too many terms, or one column twice. */
  | "terms"
  | "view"
  | "cursor"
  /** `given`: the value that the field cannot have. */
  | "value";
/** A part of a query that was not taken. */
export interface QueryProblem {
  /** The parameter as it was sent. */
  name: string;
  /** `name=text` as written, without what no text can hold. */
  part: string;
  reason: QueryReason;
  /** What of the value did not fit, where it is not the whole. */
  given?: string;
}
type Refusal = Pick<QueryProblem, "reason" | "given">;
const because = (reason: QueryReason, given?: string): Refusal => ({
  reason,
  ...(given === undefined ? {} : { given }),
});

/**
 * Reads a query leniently, as a page reads its own URL. Never throws: what does not fit goes to `ignored` as written and has no other effect, but for a page
 * beyond those that numbers reach, which reads as the last of them.
 */
export function parseQuery(entity: Entity, source: URLSearchParams | Row, context: QueryContext): Query {
  const { query, problems } = readQuery(entity, source, context);
  if (problems.some(({ reason }) => reason === "reach")) query.page = MAX_OFFSET / query.size;
  // A name without a value asks for nothing.
  return { ...query, ignored: problems.flatMap(({ name, part }) => (part === `${name}=` ? [] : [part])) };
}

/**
 * Reads a query and names what does not fit: unknown, malformed, repeated or not to be asked (a sensitive field, one without a column). Never throws. Values of a
 * JSON body may be numbers, booleans or lists; a list reads as its elements joined by commas. `passes`: parameters that are another's; default those of the page
 * and of the calls around a query.
 */
export function readQuery(
  entity: Entity,
  source: URLSearchParams | Row | Iterable<[string, unknown]>,
  context: QueryContext,
  passes: (name: string) => boolean = isOther,
): { query: Query; problems: QueryProblem[] } {
  const query = emptyQuery();
  const problems: QueryProblem[] = [];
  const taken = new Set<string>();
  for (const [name, given] of pairs(source)) {
    if (passes(name)) continue;
    const text = textOf(given);
    const bad = text === undefined || UNSTORABLE.test(text);
    const refusal = bad
      ? because("text")
      : taken.has(name)
        ? because("twice")
        : text === ""
          ? unlessKnown(entity, name)
          : take(entity, query, name, text, context);
    if (refusal) problems.push({ name, part: bad ? asWritten(name, given) : `${name}=${text}`, ...refusal });
    else if (text !== "") taken.add(name);
  }
  if (query.page > 1 && !query.cursor && query.page * query.size > MAX_OFFSET) {
    problems.push({ name: "page", part: `page=${query.page}`, reason: "reach", given: String(query.page) });
    query.page = 1;
  }
  return { query, problems };
}

function pairs(source: URLSearchParams | Row | Iterable<[string, unknown]>): Iterable<[string, unknown]> {
  return Symbol.iterator in source ? (source as Iterable<[string, unknown]>) : Object.entries(source);
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

const unlessKnown = (entity: Entity, name: string): Refusal | undefined =>
  isQueryWord(name) || entity.fields.some((field) => field.name === fieldOf(name)) ? undefined : because("unknown");

/** Takes one part into the query; says why where it does not fit. */
function take(entity: Entity, query: Query, name: string, text: string, context: QueryContext): Refusal | undefined {
  switch (name) {
    case "q":
      if (entity.list.search.length === 0) return because("search");
      if (text.length > LONGEST) return because("text");
      if (text.trim() !== "") query.q = text.trim();
      return undefined;
    case "sort":
      return takeSort(entity, query, text);
    case "size":
      if (!/^\d{1,4}$/.test(text) || !PAGE_SIZES.includes(Number(text))) return because("size");
      query.size = Number(text);
      return undefined;
    case "page":
      if (!/^[1-9]\d{0,6}$/.test(text)) return because("page");
      query.page = Number(text);
      return undefined;
    case "cursor":
      if (text.length > 4000 || !/^[\w.-]+$/.test(text)) return because("cursor");
      query.cursor = text;
      return undefined;
    case "view":
      if (!entity.list.views.some((view) => view.id === text)) return because("view");
      query.view = text;
      return undefined;
    default:
      return takeFilter(entity, query, fieldOf(name), text, context);
  }
}

function takeSort(entity: Entity, query: Query, text: string): Refusal | undefined {
  const terms = text.split(",").filter((term) => term !== "");
  const names = terms.map((term) => term.replace(/^-/, ""));
  if (terms.length > MOST_TERMS || new Set(names).size < names.length) return because("terms");
  const unknown = names.find((name) => !columnOf(entity, name));
  if (unknown !== undefined) return because("sort", unknown);
  if (terms.join() !== entity.list.sort.join()) query.sort = terms;
  return undefined;
}

function takeFilter(
  entity: Entity,
  query: Query,
  name: string | undefined,
  text: string,
  context: QueryContext,
): Refusal | undefined {
  const field = name === undefined ? undefined : columnOf(entity, name)?.field;
  if (!field) return because(entity.fields.some((one) => one.name === name) ? "closed" : "unknown");
  if (Object.hasOwn(query.filters, field.name)) return because("twice");
  const shape = readShape(text, field.kind.filter);
  const wrong: string[] = [];
  const filter = shape && filterOf(entity, field, shape, context, wrong);
  if (!filter) return because("value", wrong[0] ?? text);
  query.filters[field.name] = filter;
  return undefined;
}

/** The filter with every value read by the field's kind; `undefined` when one of them does not fit, which is added to `wrong`. */
function filterOf(
  entity: Entity,
  field: Field,
  shape: Shape,
  context: QueryContext,
  wrong: string[],
): Filter | undefined {
  const read = (text: string, edge: "from" | "to" | "is") => {
    const value = readValue(entity, field, text, edge, context);
    if (value === undefined) wrong.push(text);
    return value;
  };
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
      if ((shape.from !== undefined && from === undefined) || (shape.to !== undefined && to === undefined))
        return undefined;
      return { style: "range", ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    }
    case "text": {
      const span = isDay(field) ? spanOf(shape.text, context.now) : undefined;
      if (span) return { style: "range", ...span, relative: shape.text };
      const value = read(shape.text, "from");
      return value === undefined || read(shape.text, "to") === undefined
        ? undefined
        : { style: "range", from: value, to: value };
    }
  }
}

/** A text to search for as the field would hold it: without the spaces of a typed account number, full-width digits as digits. */
export function searchText(entity: Entity, field: Field, text: string): string {
  const clean = field.kind.normalise(text.trim(), kindContext(entity, field, "zh"));
  return typeof clean === "string" && clean !== "" ? clean : text.trim();
}

function readValue(
  entity: Entity,
  field: Field,
  text: string,
  edge: "from" | "to" | "is",
  context: QueryContext,
): string | undefined {
  if (text.length > LONGEST) return undefined;
  const fixed = fixedValues(entity, field);
  if (fixed) return fixed.includes(text) ? text : undefined;
  // Words such as `last7d` stand alone (`spanOf`); the ends of a range are dates.
  if (isDay(field) && !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const about = kindContext(entity, field, context.lang ?? "zh");
  if (field.kind.bound) return field.kind.bound(text, edge, about) === undefined ? undefined : text;
  const parsed = field.kind.parse(text, about);
  return parsed.ok && parsed.value !== undefined && parsed.value !== null && typeof parsed.value !== "object"
    ? String(parsed.value)
    : undefined;
}
