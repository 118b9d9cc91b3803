/** Reads the source tree for the architecture tests. Paths are relative to the root and use `/`. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the text of a file. */
export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Returns the content of a JSON file that contains an object. */
export const readObject = (path: string): Record<string, unknown> => JSON.parse(read(path)) as Record<string, unknown>;

/** Returns all files below a folder whose name matches. */
export function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path, ending) : ending.test(entry.name) ? [path] : [];
  });
}

/** Files of the packages of this repository, by the name under which they are imported. */
const doors: ReadonlyMap<string, string> = new Map(
  ["src/engine", "server"].flatMap((folder) => {
    const { name, exports } = JSON.parse(read(`${folder}/package.json`)) as {
      name: string;
      exports: Record<string, string>;
    };
    return Object.entries(exports).map(([door, file]) => [join(name, door), join(folder, file)] as const);
  }),
);

/** Code of the product and its tools. */
export const code = [...filesIn("src", /\.tsx?$/), ...filesIn("server", /\.ts$/), ...filesIn("tools", /\.(tsx?|mjs)$/)];

/**
 * Returns all modules that a file imports, whether static, type-only or dynamic; own modules as paths relative to the
 * root.
 */
export function importsOf(file: string): string[] {
  const found = [
    ...read(file).matchAll(
      /^\s*(?:import|export)\s[^"'`;=]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\)|^import\s+["']([^"']+)["']/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  return found.map((name) =>
    name.startsWith(".") ? relative(root, resolve(root, dirname(file), name)) : (doors.get(name) ?? name),
  );
}

/**
 * Returns groups of files that import each other in a cycle, each sorted: Tarjan's strongly connected components with
 * more than one file.
 */
export function findCycles(files: readonly string[], importsFrom: (file: string) => readonly string[]): string[][] {
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
