/** The files of a schema folder, or of an overlay over it. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Source texts of a schema folder. */
export interface Files {
  /** Source text by path below the folder's own name: `schemas/entities/payee.json`. */
  get(path: string): string | undefined;
  /** Names without `.json` in a folder. */
  names(folder: string): string[];
  root: string;
}

/** Returns the files with an overlay of replaced and added texts. */
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

/** Returns the files; records each text by path when it is read. */
export const recordSources = (texts: Map<string, string>, files: Files): Files => ({
  ...files,
  get(path) {
    const text = texts.get(path) ?? files.get(path);
    if (text !== undefined) texts.set(path, text);
    return text;
  },
});

/** A folder without a single entity, which cannot be meant. */
export class NoSchemas extends Error {
  constructor(dir: string) {
    super(`${dir} has no entities/*.json: SCHEMAS_DIR is the folder that holds entities, calls and pages.json`);
  }
}

/** Reads files of a folder. Paths begin with the folder's own name, as in findings. @throws NoSchemas when there is no such folder */
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
