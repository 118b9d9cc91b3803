/** Finds uses of a removed name in hand-written code and locale files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders of hand-written code that may use the name. */
const CODE = ["src/payments", "src/screens", "src/app", "src/contract", "server"];
/** Maximum number of places listed. */
const MAX_LISTED = 8;

/** Returns the places in hand-written code that contain the name in quotes, as `file:line`. */
export function findCodeReferences(root: string, name: string): string[] {
  const quoted = [`"${name}"`, `'${name}'`, `\`${name}\``];
  const found = listCode(root).flatMap((file) => listLines(file, (line) => quoted.some((item) => line.includes(item))));
  return limitItems(found, "places in code");
}

/** Returns the places in hand-written code and locale files that read a constant, as `file:line`. */
export function findConstantReads(root: string, name: string): string[] {
  const pattern = new RegExp(`\\b${name}\\b`);
  return [
    ...listCode(root)
      .filter(({ text }) => [...text.matchAll(IMPORT)].some(([, names = ""]) => pattern.test(names)))
      .flatMap((file) => listLines(file, (line) => pattern.test(line))),
    ...readFiles(join(root, "locales"), "locales", /\.json$/).flatMap((file) =>
      listLines(file, (line) => line.includes(`{constants.${name}}`)),
    ),
  ];
}
/** Import of constants by name. */
const IMPORT = /\{([^}]*)\} from "[^"]*\/constants\.gen\.ts"/g;

interface CodeFile {
  path: string;
  text: string;
}

const listCode = (root: string): CodeFile[] =>
  CODE.flatMap((folder) => readFiles(join(root, folder), folder, /\.tsx?$/)).filter(
    ({ path }) => !path.endsWith(".gen.ts"),
  );

const listLines = ({ path, text }: CodeFile, isWanted: (line: string) => boolean): string[] =>
  text.split("\n").flatMap((line, index) => (isWanted(line) ? [`${path}:${index + 1}`] : []));

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

function readFiles(folder: string, lead: string, ending: RegExp): CodeFile[] {
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
