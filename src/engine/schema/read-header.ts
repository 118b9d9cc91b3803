import { type Json, parseJson } from "./json.ts";
import type { Library } from "./library.ts";

const cache = new WeakMap<Library, Map<string, readonly string[]>>();

/**
 * Returns the field names of another entity without compiling it, or undefined when there is no such entity. Always
 * includes `id`, even for a file that cannot be parsed.
 */
export function readFieldNames(library: Library, entity: string): readonly string[] | undefined {
  const text = library.entities[entity];
  if (text === undefined) return undefined;
  const cached = cache.get(library) ?? new Map<string, readonly string[]>();
  cache.set(library, cached);
  let names = cached.get(entity);
  if (!names) {
    const found = listBranches(parseJson(`${entity}.json`, text).json).flatMap((branch) =>
      listNames(branch.get("properties")),
    );
    names = [...new Set([...found, "id"])];
    cached.set(entity, names);
  }
  return names;
}

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

/**
 * Returns the event names of another entity's lifecycle, or undefined when there is no such entity. Empty without a
 * lifecycle, and for a file that cannot be parsed.
 */
export function readEventNames(library: Library, entity: string): readonly string[] | undefined {
  const text = library.entities[entity];
  if (text === undefined) return undefined;
  const transitions = parseJson(`${entity}.json`, text).json?.get("x-lifecycle")?.get("transitions");
  const names = transitions?.items().map((item) => item.get("on")?.value) ?? [];
  return names.filter((name) => typeof name === "string");
}
