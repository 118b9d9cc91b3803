import { parseJson } from "./json.ts";
import type { Library } from "./library.ts";

const cache = new WeakMap<Library, Map<string, readonly string[]>>();

/** Names of another entity's fields, without compiling it; undefined where there is no such entity. A file that cannot be read has none. */
export function readFieldNames(library: Library, entity: string): readonly string[] | undefined {
  const text = library.entities[entity];
  if (text === undefined) return undefined;
  const known = cache.get(library) ?? new Map<string, readonly string[]>();
  cache.set(library, known);
  let names = known.get(entity);
  if (!names) {
    const properties = parseJson(`${entity}.json`, text).json?.get("properties");
    names = properties?.entries().map(([name]) => name) ?? [];
    if (!names.includes("id")) names = [...names, "id"];
    known.set(entity, names);
  }
  return names;
}

/** Names of the events of another entity's lifecycle; undefined where there is no such entity. */
export function readEventNames(library: Library, entity: string): readonly string[] | undefined {
  const text = library.entities[entity];
  if (text === undefined) return undefined;
  const transitions = parseJson(`${entity}.json`, text).json?.get("x-lifecycle")?.get("transitions");
  const names = transitions?.items().map((one) => one.get("on")?.value) ?? [];
  return names.filter((name) => typeof name === "string");
}
