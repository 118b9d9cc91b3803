/** Reads the source tree for the tests of the house: paths are relative to the root, with `/`. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Text of a file. */
export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Content of a JSON file that holds an object. */
export const readObject = (path: string): Record<string, unknown> => JSON.parse(read(path)) as Record<string, unknown>;

/** Every file below a folder whose name matches. */
export function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path, ending) : ending.test(entry.name) ? [path] : [];
  });
}

/** Code of the product and its tools. */
export const code = [...filesIn("src", /\.tsx?$/), ...filesIn("server", /\.ts$/), ...filesIn("tools", /\.(tsx?|mjs)$/)];

/** Every module that a file imports, static, type-only or dynamic; own ones as paths from the root. */
export function importsOf(file: string): string[] {
  const found = [
    ...read(file).matchAll(
      /^\s*(?:import|export)\s[^"'`;=]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\)|^import\s+["']([^"']+)["']/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  return found.map((name) => (name.startsWith(".") ? relative(root, resolve(root, dirname(file), name)) : name));
}
