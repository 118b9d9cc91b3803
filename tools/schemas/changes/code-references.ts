/** Finds uses of a removed name in hand-written code and locale files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders of hand-written code that may use the name. */
const CODE = ["src/screens", "src/app", "src/client", "src/contract", "server"];
/** Maximum number of places listed. */
const MAX_LISTED = 8;

/**
 * Returns the places in hand-written code that contain the name, quoted or (for constants) after a dot, as `file:line`.
 */
export function findCodeReferences(root: string, name: string, member = false): string[] {
  const quoted = [`"${name}"`, `'${name}'`, `\`${name}\``, ...(member ? [`.${name}`] : [])];
  const found = CODE.flatMap((folder) => readFiles(join(root, folder), folder, /\.tsx?$/)).flatMap(({ path, text }) => {
    if (path.endsWith(".gen.ts") || !quoted.some((item) => text.includes(item))) return [];
    return text
      .split("\n")
      .flatMap((line, index) => (quoted.some((item) => line.includes(item)) ? [`${path}:${index + 1}`] : []));
  });
  return limitItems(found, "places in code");
}

/** Returns the first items, and the number of the remaining ones. */
export const limitItems = (all: readonly string[], what: string): string[] =>
  all.length > MAX_LISTED ? [...all.slice(0, MAX_LISTED), `${all.length - MAX_LISTED} more ${what}`] : [...all];

/** Returns the locale keys that belong to a field, such as `swap.purpose`. */
export function listKeywords(root: string, location: string): string[] {
  return readFiles(join(root, "locales/zh"), "locales/zh", /\.json$/).flatMap(({ path, text }) =>
    text.includes(`"${location}"`) ? [`${location} in ${path} and ${path.replace("/zh/", "/en/")}`] : [],
  );
}

interface CachedFile {
  at: number;
  text: string;
}
const cache = new Map<string, CachedFile>();

function readFiles(folder: string, lead: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [whole, path] = [join(folder, entry.name), `${lead}/${entry.name}`];
    if (entry.isDirectory()) return readFiles(whole, path, ending);
    return ending.test(entry.name) ? [{ path, text: readText(whole) }] : [];
  });
}

/** Returns the content of a file, cached until the file changes. */
function readText(path: string): string {
  const index = statSync(path).mtimeMs;
  const cached = cache.get(path);
  if (cached?.at === index) return cached.text;
  const text = readFileSync(path, "utf8");
  cache.set(path, { at: index, text });
  return text;
}
