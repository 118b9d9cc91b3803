/** Reads names from the schema source of another entity, without compiling it. */
import { type Json, parseJson } from "./json.ts";
import type { Library } from "./library.ts";

/**
 * Returns a function that reads names of another entity, from undefined for a file that cannot be parsed. It returns
 * undefined when there is no such entity.
 */
function createReader(read: (json: Json | undefined) => readonly string[]) {
  const cache = new WeakMap<Library, Map<string, readonly string[]>>();
  return (library: Library, entity: string): readonly string[] | undefined => {
    const text = library.entities[entity];
    if (text === undefined) return undefined;
    const cached = cache.get(library) ?? new Map<string, readonly string[]>();
    cache.set(library, cached);
    const names = cached.get(entity) ?? read(parseJson(`${entity}.json`, text).json);
    cached.set(entity, names);
    return names;
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Returns the field names of another entity. Always includes `id`, even for a file that cannot be parsed. */
export const readFieldNames = createReader((json) => [
  ...new Set([...listBranches(json).flatMap((branch) => listNames(branch.get("properties"))), "id"]),
]);

/** Returns the event names of another entity's lifecycle. Empty without a lifecycle. */
export const readEventNames = createReader((json) =>
  (json?.get("x-lifecycle")?.get("transitions")?.items() ?? []).map((item) => item.get("on")?.value).filter(isText),
);

/** Returns the names of the fields that have a column in another entity's table, including its key. */
export const readColumns = createReader((json) => {
  const list = json?.get("x-list");
  const key = json?.get("x-entity")?.get("key")?.value ?? "id";
  const status = json?.get("x-lifecycle")?.get("field")?.value;
  const columns = list ? [...readTexts(list.get("columns")), ...readListedFields(list), ...readSortedFields(list)] : [];
  return [key, status, ...columns].filter(isText);
});

/** Returns a record's schema and its branches, which may define fields as well. */
const listBranches = (json: Json | undefined): Json[] =>
  json
    ? [
        json,
        ...[
          json.get("then"),
          json.get("else"),
          ...["oneOf", "allOf"].flatMap((word) => json.get(word)?.items() ?? []),
        ].flatMap(listBranches),
      ]
    : [];

/** Returns the names of fields, with those of nested objects as paths. */
const listNames = (properties: Json | undefined, above = ""): string[] =>
  (properties?.entries() ?? []).flatMap(([name, json]) =>
    json.get("type")?.value === "object" ? listNames(json.get("properties"), `${above}${name}.`) : [above + name],
  );

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
