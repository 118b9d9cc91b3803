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

/** Groups of files that import each other in a circle, each sorted: Tarjan's strongly connected components of more than one file. */
export function findCircles(files: readonly string[], importsFrom: (file: string) => readonly string[]): string[][] {
  const known = new Set(files);
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const next of importsFrom(file)) {
      if (!known.has(next)) continue;
      const reached = numbers.has(next) ? (open.includes(next) ? numbers.get(next)! : number) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest.get(file)!;
  };
  for (const file of files) if (!numbers.has(file)) visit(file);
  return circles;
}
