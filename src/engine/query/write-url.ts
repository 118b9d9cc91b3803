/**
 * Serialises a `Query` to a URL, a query string or a JSON body, which `parse-url.ts` parses. Defaults and sensitive
 * fields are omitted.
 */
import type { Entity, Row } from "../model/entity.ts";
import { findColumn } from "../entity/columns.ts";
import { toParameter, writeFilter } from "./grammar.ts";
import { PAGE_SIZE, type Query } from "../model/query.ts";

/**
 * Returns the parameters of a query in a fixed order: view, group, search, filters in schema order, sort, size, page,
 * cursor. Equal queries thus have equal parameters.
 * @example
 * const address = `/issues?${toReadable(writeQuery(entity, query))}`;
 */
export function writeQuery(entity: Entity, query: Query): URLSearchParams {
  const params = new URLSearchParams();
  if (query.view) params.set("view", query.view);
  if (query.group) params.set("group", query.group);
  if (query.q) params.set("q", query.q);
  for (const field of entity.fields) {
    const filter = query.filters[field.name];
    const text = filter && findColumn(entity, field.name) ? writeFilter(filter, field.kind.filter) : undefined;
    if (text !== undefined) params.set(toParameter(field.name), text);
  }
  if (query.sort.length > 0 && query.sort.join() !== entity.list.sort.join()) params.set("sort", query.sort.join(","));
  if (query.size !== PAGE_SIZE) params.set("size", String(query.size));
  if (query.page > 1) params.set("page", String(query.page));
  if (query.cursor) params.set("cursor", query.cursor);
  return params;
}

/**
 * Returns the parameters as an object for the body of a call.
 * @example
 * const body = toWireQuery(entity, query);
 */
export function toWireQuery(entity: Entity, query: Query): Row {
  return Object.fromEntries(writeQuery(entity, query));
}

/** Characters that may stay unescaped in a query string, which keeps it readable. */
const READABLE: Record<string, string> = { "%2C": ",", "%21": "!", "%7E": "~", "%3A": ":", "%2F": "/", "%40": "@" };

/**
 * Returns the text after `?`, as readable as URLs allow: `status=failed,rescinded&amount=2000..5000`.
 * @example
 * toReadable(new URLSearchParams({ status: "failed,rescinded" })) // => "status=failed,rescinded"
 */
export function toReadable(params: URLSearchParams): string {
  return params.toString().replace(/%(?:2C|21|7E|3A|2F|40)/g, (code) => READABLE[code] ?? code);
}

/**
 * Returns the identity of a query without its page and group: queries with the same view, search, filters and sort
 * order have the same identity. Cursors contain its hash.
 */
export function describeQuery(entity: Entity, query: Query): string {
  const whole: Query = { ...query, size: PAGE_SIZE, page: 1 };
  delete whole.cursor;
  delete whole.group;
  const params = writeQuery(entity, whole);
  return `${entity.name}?${params.toString()}`;
}
