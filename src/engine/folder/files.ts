/** Reads the files of a schema folder, or of an overlay on top of one. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

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
