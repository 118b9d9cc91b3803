/** Determines which columns another entity's table has, from its schema source. */
import { parseJson, type Json } from "./json.ts";
import type { Library } from "./library.ts";

const cache = new WeakMap<Library, Map<string, readonly string[]>>();

/**
 * Returns the names of the fields that have a column in another entity's table, including its key. Undefined when there
 * is no such entity.
 */
export function readColumns(library: Library, entity: string): readonly string[] | undefined {
  const text = library.entities[entity];
  if (text === undefined) return undefined;
  const cached = cache.get(library) ?? new Map<string, readonly string[]>();
  cache.set(library, cached);
  const names = cached.get(entity) ?? readListColumns(parseJson(`${entity}.json`, text).json);
  cached.set(entity, names);
  return names;
}

function readListColumns(json: Json | undefined): readonly string[] {
  const list = json?.get("x-list");
  const key = json?.get("x-entity")?.get("key")?.value ?? "id";
  const status = json?.get("x-lifecycle")?.get("field")?.value;
  const columns = list ? [...readTexts(list.get("columns")), ...readListedFields(list), ...readSortedFields(list)] : [];
  return [key, status, ...columns].filter((name) => typeof name === "string");
}

/** Returns the names of the fields that a list filters by, searches and sums. */
export function readListedFields(list: Json): readonly string[] {
  const filters = list.get("filters");
  return [filters?.get("primary"), filters?.get("more"), list.get("search"), list.get("sums")].flatMap(readTexts);
}

/** Returns the names of the fields in a list's default sort order. */
export const readSortedFields = (list: Json): readonly string[] =>
  readTexts(list.get("sort")).map((term) => term.replace(/^-/, ""));

/**
 * Returns the strings in a keyword's value, which is a single string or a list. A list item may also be an object that
 * names its field in `field`.
 */
function readTexts(keyword: Json | undefined): string[] {
  if (!keyword) return [];
  if (typeof keyword.value === "string") return [keyword.value];
  return keyword.items().flatMap((item) => {
    const name = typeof item.value === "string" ? item.value : item.get("field")?.value;
    return typeof name === "string" ? [name] : [];
  });
}
