/** Reads the files of a schema folder, or of an overlay on top of one. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isObject } from "../base/guards.ts";
import { parseJson } from "../schema/json.ts";

export interface Files {
  /** Returns the source text at a path that starts with the folder's name: `schemas/entities/payee.json`. */
  get(path: string): string | undefined;
  /** Returns the file names in a folder, without `.json`. */
  names(folder: string): string[];
  root: string;
}

/** Overlays files with replaced and additional ones. */
export function createOverlayFiles(overlay: Readonly<Record<string, string>>, { root, get, names }: Files): Files {
  const added = (folder: string) =>
    Object.keys(overlay).flatMap((path) =>
      dirname(path) === `${root}/${folder}` && path.endsWith(".json") ? [basename(path, ".json")] : [],
    );
  return {
    root,
    get: (path) => overlay[path] ?? get(path),
    names: (folder) => [...new Set([...names(folder), ...added(folder)])].sort(),
  };
}

/** Schemas that other packages provide, in more languages than a product may have. */
export interface BaseSchemas {
  /** Folder of the schemas. */
  dir: string;
  /** Languages of every text in the folder. */
  languages: readonly string[];
}

/**
 * Adds the files of a base folder that the product's folder does not have. Pages and contexts are combined: the
 * product's come first, and replace those of the same path or name. Texts of the base in other languages than
 * `languages` are left out.
 */
export function createBasedFiles(product: Files, base: BaseSchemas, languages: readonly string[]): Files {
  const { root, get } = product;
  const theirs = openFiles(base.dir);
  const fromBase = (path: string) => {
    const text = theirs.get(theirs.root + path.slice(root.length));
    return text === undefined ? undefined : pickLanguages(JSON.parse(text), base.languages, languages);
  };
  return {
    root,
    names: (folder) => [...new Set([...product.names(folder), ...theirs.names(folder)])].sort(),
    get(path) {
      const [own, added] = [get(path), COMBINED.has(path.slice(root.length)) ? fromBase(path) : undefined];
      if (own === undefined) return JSON.stringify(added ?? fromBase(path), undefined, 2);
      return added === undefined ? own : combine(own, added);
    },
  };
}

const COMBINED: ReadonlySet<string> = new Set(["/pages.json", "/contexts.json"]);

/** Inserts members before the end of the product's text, so that findings keep the positions of its own ones. */
function combine(own: string, added: unknown): string {
  const { json } = parseJson("", own);
  if (!json) return own;
  const names = new Set(
    Array.isArray(json.value)
      ? json.items().map((page) => page.get("path")?.value)
      : json.entries().map(([name]) => name),
  );
  const rest = Array.isArray(added)
    ? added.filter((page) => !names.has(page.path))
    : Object.fromEntries(Object.entries(added ?? {}).filter(([name]) => !names.has(name)));
  const inner = JSON.stringify(rest).slice(1, -1);
  const end = own.trimEnd().length - 1;
  return `${own.slice(0, end)}${names.size > 0 && inner !== "" ? "," : ""}${inner}${own.slice(end)}`;
}

/** Removes from every text, which is an object with a member for each of the languages, those that are not wanted. */
function pickLanguages(value: unknown, languages: readonly string[], wanted: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pickLanguages(item, languages, wanted));
  if (!isObject(value)) return value;
  const isText = languages.every((lang) => lang in value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isText || !languages.includes(name) || wanted.includes(name))
      .map(([name, inner]) => [name, pickLanguages(inner, languages, wanted)]),
  );
}

/** Folders and files that are compiled. */
const FOLDERS = ["shared", "entities", "calls", "data"];
const SINGLE = ["constants", "contexts", "pages", "areas"];

/** Files that were read into memory, so that later changes on disk have no effect. */
export interface ReadFiles extends Files {
  texts: ReadonlyMap<string, string>;
}

export function readFiles({ root, get, names }: Files): ReadFiles {
  const listed = new Map(FOLDERS.map((folder) => [folder, names(folder)]));
  const paths = [...listed].flatMap(([folder, all]) => all.map((name) => `${folder}/${name}`));
  const texts = new Map<string, string>();
  for (const path of [...SINGLE, ...paths].map((item) => `${root}/${item}.json`)) {
    const text = get(path);
    if (text !== undefined) texts.set(path, text);
  }
  return { root, texts, get: (path) => texts.get(path), names: (folder) => listed.get(folder) ?? [] };
}

/**
 * Thrown for a missing folder, or one without any entity, which cannot be intentional.
 * @example
 * const isEmpty = (error: unknown) => error instanceof NoSchemas;
 */
export class NoSchemas extends Error {
  constructor(dir: string) {
    super(`${dir} has no entities/*.json: SCHEMAS_DIR is the folder that holds entities, calls and pages.json`);
  }
}

/**
 * Opens a folder, whose files are read on request. Paths start with the folder's name, as in findings.
 *
 * @throws NoSchemas when the folder does not exist
 */
export function openFiles(dir: string): Files {
  if (!existsSync(dir)) throw new NoSchemas(dir);
  const root = basename(dir);
  const at = (path: string) => join(dir, path.slice(root.length + 1));
  return {
    root,
    get: (path) => (statSync(at(path), { throwIfNoEntry: false }) ? readFileSync(at(path), "utf8") : undefined),
    names: (folder) =>
      statSync(join(dir, folder), { throwIfNoEntry: false })
        ? readdirSync(join(dir, folder))
            .filter((name) => name.endsWith(".json"))
            .map((name) => name.slice(0, -".json".length))
            .sort()
        : [],
  };
}
