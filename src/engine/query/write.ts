/** From a `Query` to a URL, a GET query string or a JSON body: what `parse.ts` reads back. Defaults and sensitive fields are left out. */
import type { Entity, Row } from "../model/entity.ts";
import { columnOf } from "../entity/columns.ts";
import { parameterOf, writeFilter } from "./grammar.ts";
import { PAGE_SIZE, type Query } from "../model/query.ts";

/** The parameters of a query, filters first in the order of the schema. Two equal queries give the same text. */
export function writeQuery(entity: Entity, query: Query): URLSearchParams {
  const params = new URLSearchParams();
  if (query.view) params.set("view", query.view);
  if (query.q) params.set("q", query.q);
  for (const field of entity.fields) {
    const filter = query.filters[field.name];
    const text = filter && columnOf(entity, field.name) ? writeFilter(filter, field.kind.filter) : undefined;
    if (text !== undefined) params.set(parameterOf(field.name), text);
  }
  if (query.sort.length > 0 && query.sort.join() !== entity.list.sort.join()) params.set("sort", query.sort.join(","));
  if (query.size !== PAGE_SIZE) params.set("size", String(query.size));
  if (query.page > 1) params.set("page", String(query.page));
  if (query.cursor) params.set("cursor", query.cursor);
  return params;
}

/** The same as an object: body of a call, GET or POST. */
export function wireQuery(entity: Entity, query: Query): Row {
  return Object.fromEntries(writeQuery(entity, query));
}

/** Characters that a query string may hold as they are and that people should be able to read there. */
const READABLE: Record<string, string> = { "%2C": ",", "%21": "!", "%7E": "~", "%3A": ":", "%2F": "/", "%40": "@" };

/** `status=failed,rescinded&amount=2000..5000`: parameters as the text after `?`, as readable as a URL allows. */
export function readable(params: URLSearchParams): string {
  return params.toString().replace(/%(?:2C|21|7E|3A|2F|40)/g, (code) => READABLE[code]!);
}

/**
 * What a query asks, without where in the answer one stands: equal for two queries exactly when they choose and order the same
 * records. Cursors carry its hash.
 */
export function asked(entity: Entity, query: Query): string {
  const params = writeQuery(entity, { ...query, size: PAGE_SIZE, page: 1, cursor: undefined });
  return `${entity.name}?${params.toString()}`;
}
