/**
 * Parses a URL, a query string or a JSON body to a `Query`. `write-url.ts` does the reverse; `grammar.ts` defines the
 * syntax of filters.
 */
import type { Entity, Row } from "../model/entity.ts";
import { findColumn, isSortable } from "../entity/columns.ts";
import { isGroupable } from "./group.ts";
import { toField, isOtherParameter, isQueryParameter, readShape } from "./grammar.ts";
import { MAX_TEXT, type QueryContext, readFilter, type Reading } from "./read-filter.ts";
import { MAX_OFFSET, PAGE_SIZE, PAGE_SIZES, type Query } from "../model/query.ts";

/** Maximum number of sort terms. */
const MAX_SORT_TERMS = 4;
/** Characters that PostgreSQL text cannot store. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000\ud800-\udfff]/u;

/**
 * Returns a query for all records in the entity's default order.
 * @example
 * createEmptyQuery().page // => 1
 */
export function createEmptyQuery(): Query {
  return { filters: {}, sort: [], size: PAGE_SIZE, page: 1, ignored: [] };
}

/** Why a part of a query was rejected. */
export type QueryReason =
  /** There is no parameter of this name. */
  | "unknown"
  /** The field cannot be filtered by. */
  | "closed"
  /** The parameter is repeated. */
  | "twice"
  /** The text is too long or cannot be stored. */
  | "text"
  /** The list has no full-text search. */
  | "search"
  | "size"
  | "page"
  /** The page is beyond the maximum offset. */
  | "reach"
  /** The sort term in `given` names no sortable column. */
  | "sort"
  /** There are too many sort terms, or a column is repeated. */
  | "terms"
  | "view"
  /** The list cannot be grouped by the field in `given`. */
  | "group"
  | "cursor"
  /** The value in `given` is not allowed for the field. */
  | "value";
/** A rejected part of a query. */
export interface QueryProblem {
  /** Name of the parameter as sent. */
  name: string;
  /** The part as sent, `name=text`, without characters that cannot be stored. */
  part: string;
  reason: QueryReason;
  /** The rejected part of the value. Absent when the whole value was rejected. */
  given?: string;
}
type Refusal = Pick<QueryProblem, "reason" | "given">;
const createRefusal = (reason: QueryReason, given?: string): Refusal => ({
  reason,
  ...(given === undefined ? {} : { given }),
});

/**
 * Parses a query leniently, for a page that reads its own URL. Never throws. Rejected parts have no effect and, unless
 * they have no value, are added to `ignored` as written. A page beyond the maximum offset becomes the last reachable
 * one.
 * @example
 * const shown = parseQuery(entity, new URLSearchParams("status=failed&page=2"), reading);
 */
export function parseQuery(entity: Entity, source: URLSearchParams | Row, context: QueryContext): Query {
  const { query, problems } = readQuery(entity, source, context);
  if (problems.some(({ reason }) => reason === "reach")) query.page = MAX_OFFSET / query.size;
  // An empty value means no filter.
  return { ...query, ignored: problems.flatMap(({ name, part }) => (part === `${name}=` ? [] : [part])) };
}

/**
 * Parses a query and reports rejected parts: parameters that are unknown, malformed, repeated or unfilterable, and a
 * page that is too far from the first. Never throws. Values of a JSON body may be numbers, booleans or lists, whose
 * elements are joined by commas. `passes` returns whether to skip a parameter, by default those for the page and the
 * calls.
 * @example
 * const { problems } = readQuery(entity, { statuz: "failed" }, reading);
 */
export function readQuery(
  entity: Entity,
  source: URLSearchParams | Row | Iterable<[string, unknown]>,
  context: QueryContext,
  passes: (name: string) => boolean = isOtherParameter,
): { query: Query; problems: QueryProblem[] } {
  const query = createEmptyQuery();
  const problems: QueryProblem[] = [];
  const taken = new Set<string>();
  for (const [name, given] of listPairs(source)) {
    if (passes(name)) continue;
    const text = readText(given);
    const bad = text === undefined || UNSTORABLE.test(text);
    const refusal = bad
      ? createRefusal("text")
      : taken.has(name)
        ? createRefusal("twice")
        : text === ""
          ? refuseUnknown(entity, name)
          : addParameter(query, name, text, { entity, context });
    if (refusal) problems.push({ name, part: bad ? readAsWritten(name, given) : `${name}=${text}`, ...refusal });
    else if (text !== "") taken.add(name);
  }
  if (query.page > 1 && !query.cursor && query.page * query.size > MAX_OFFSET) {
    problems.push({ name: "page", part: `page=${query.page}`, reason: "reach", given: String(query.page) });
    query.page = 1;
  }
  return { query, problems };
}

function listPairs(source: URLSearchParams | Row | Iterable<[string, unknown]>): Iterable<[string, unknown]> {
  return isIterable(source) ? source : Object.entries(source);
}
const isIterable = (source: Row | Iterable<[string, unknown]>): source is Iterable<[string, unknown]> =>
  Symbol.iterator in source;

function readText(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (given === null || given === undefined) return "";
  if (typeof given === "number" || typeof given === "boolean") return String(given);
  if (!Array.isArray(given)) return undefined;
  const parts = given.map(readText);
  return parts.includes(undefined) ? undefined : parts.join(",");
}

function readAsWritten(name: string, given: unknown): string {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return `${name}=${text.replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd").slice(0, MAX_TEXT)}`;
}

const refuseUnknown = (entity: Entity, name: string): Refusal | undefined =>
  isQueryParameter(name) || entity.fields.some((field) => field.name === toField(name))
    ? undefined
    : createRefusal("unknown");

/** Adds a parameter to the query, or returns why it was rejected. */
function addParameter(query: Query, name: string, text: string, read: Reading): Refusal | undefined {
  const { entity } = read;
  switch (name) {
    case "q":
      if (entity.list.search.length === 0) return createRefusal("search");
      if (text.length > MAX_TEXT) return createRefusal("text");
      if (text.trim() !== "") query.q = text.trim();
      return undefined;
    case "sort":
      return addSort(entity, query, text);
    case "size":
      if (!/^\d{1,4}$/.test(text) || !PAGE_SIZES.includes(Number(text))) return createRefusal("size");
      query.size = Number(text);
      return undefined;
    case "page":
      if (!/^[1-9]\d{0,6}$/.test(text)) return createRefusal("page");
      query.page = Number(text);
      return undefined;
    case "cursor":
      if (text.length > 4000 || !/^[\w.-]+$/.test(text)) return createRefusal("cursor");
      query.cursor = text;
      return undefined;
    case "view":
      if (!entity.list.views.some((view) => view.id === text)) return createRefusal("view");
      query.view = text;
      return undefined;
    case "group":
      if (!isGroupable(entity, text)) return createRefusal("group", text);
      query.group = text;
      return undefined;
    default:
      return addFilter(query, toField(name), text, read);
  }
}

function addSort(entity: Entity, query: Query, text: string): Refusal | undefined {
  const terms = text.split(",").filter((term) => term !== "");
  const names = terms.map((term) => term.replace(/^-/, ""));
  if (terms.length > MAX_SORT_TERMS || new Set(names).size < names.length) return createRefusal("terms");
  const unknown = names.find((name) => !isSortable(entity, name));
  if (unknown !== undefined) return createRefusal("sort", unknown);
  if (terms.join() !== entity.list.sort.join()) query.sort = terms;
  return undefined;
}

function addFilter(query: Query, name: string | undefined, text: string, read: Reading): Refusal | undefined {
  const { entity } = read;
  const field = name === undefined ? undefined : findColumn(entity, name)?.field;
  if (!field) return createRefusal(entity.fields.some((field) => field.name === name) ? "closed" : "unknown");
  if (Object.hasOwn(query.filters, field.name)) return createRefusal("twice");
  const shape = readShape(text, field.kind.filter);
  const wrong: string[] = [];
  const filter = shape && readFilter(field, shape, read, wrong);
  if (!filter) return createRefusal("value", wrong[0] ?? text);
  query.filters[field.name] = filter;
  return undefined;
}
