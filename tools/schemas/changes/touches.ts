/** Finds uses of a removed name in hand-written code and locale files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders of hand-written code that may use the name. */
const CODE = ["src/screens", "src/app", "src/client", "src/contract", "server"];
/** Maximum number of places listed. */
const MOST = 8;

/**
 * Returns the places in hand-written code that contain the name, quoted or (for constants) after a dot, as `file:line`.
 */
export function namers(root: string, name: string, member = false): string[] {
  const quoted = [`"${name}"`, `'${name}'`, `\`${name}\``, ...(member ? [`.${name}`] : [])];
  const found = CODE.flatMap((folder) => files(join(root, folder), folder, /\.tsx?$/)).flatMap(({ path, text }) => {
    if (path.endsWith(".gen.ts") || !quoted.some((one) => text.includes(one))) return [];
    return text
      .split("\n")
      .flatMap((line, index) => (quoted.some((one) => line.includes(one)) ? [`${path}:${index + 1}`] : []));
  });
  return first(found, "places in code");
}

/** Returns the first items, and the number of the remaining ones. */
export const first = (all: readonly string[], what: string): string[] =>
  all.length > MOST ? [...all.slice(0, MOST), `${all.length - MOST} more ${what}`] : [...all];

/** Returns the locale keys that belong to a field, such as `swap.purpose`. */
export function listKeywords(root: string, at: string): string[] {
  return files(join(root, "locales/zh"), "locales/zh", /\.json$/).flatMap(({ path, text }) =>
    text.includes(`"${at}"`) ? [`${at} in ${path} and ${path.replace("/zh/", "/en/")}`] : [],
  );
}

interface Kept {
  at: number;
  text: string;
}
const kept = new Map<string, Kept>();

function files(folder: string, lead: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [whole, path] = [join(folder, entry.name), `${lead}/${entry.name}`];
    if (entry.isDirectory()) return files(whole, path, ending);
    return ending.test(entry.name) ? [{ path, text: textOf(whole) }] : [];
  });
}

/** Returns the content of a file, cached until the file changes. */
function textOf(path: string): string {
  const at = statSync(path).mtimeMs;
  const known = kept.get(path);
  if (known?.at === at) return known.text;
  const text = readFileSync(path, "utf8");
  kept.set(path, { at, text });
  return text;
}
