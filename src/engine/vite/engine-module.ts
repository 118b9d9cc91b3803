import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";

/** Returns the path of a file or folder of the engine. */
export const resolveEnginePath = (path: string): string =>
  normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)));

/** Returns the path of a module of the engine, named with the extension of its source, in the source or the package. */
export const resolveEngineModule = (source: string): string => {
  const path = resolveEnginePath(source);
  return extname(new URL(import.meta.url).pathname) === ".js" ? path.replace(/\.tsx?$/, ".js") : path;
};
