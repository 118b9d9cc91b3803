/**
 * The words that belong to no field, in parts, so that a page waits for its own only: `virtual:words/<lang>/<part>` with the groups of
 * `locales/<lang>/` that the part needs. Every word is in exactly one part.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:words/";
/** By part, what it takes of which file: keys that begin so, or all that no other part takes. */
const PARTS = {
  /** Sign-in and every other page: the shell and forms. */
  first: { app: "shell.json", engine: "engine.json", takes: (group: string, key: string) => (group === "app" ? !SHELL_INSIDE.test(key) : partOf(key) === undefined) },
  /** What a person sees after sign-in. */
  inside: {
    app: "shell.json", engine: "engine.json", failures: "failures.json",
    takes: (group: string, key: string) => group === "failures" || (group === "app" ? SHELL_INSIDE.test(key) : partOf(key) === "inside"),
  },
  /** The exchange, whose screens are written by hand. */
  swap: { app: "swap.json", takes: () => true },
  import: { engine: "engine.json", takes: (_group: string, key: string) => partOf(key) === "import" },
  home: { app: "home.json", takes: () => true },
} as const;
/** Words of the shell that nothing says before a page is there. */
const SHELL_INSIDE = /^(idle|sessions|validator|recovery)\.|^(palette|bell)\.(?!open)|^verification\.(?!name)|^crashed/;
const INSIDE = /^(list|detail|filter|export|receipt)\./;
const partOf = (key: string) => (INSIDE.test(key) ? "inside" : key.startsWith("import.") ? "import" : undefined);

type Words = Record<string, Record<string, string>>;

/** The words of one part, by group and key. Throws for a part that there is none of. */
export function wordsOf(folder: string, lang: string, part: string): { words: Words; files: string[] } {
  if (!Object.hasOwn(PARTS, part)) throw new Error(`there are no words "${part}"; there are ${Object.keys(PARTS).join(", ")}`);
  const { takes, ...files } = PARTS[part as keyof typeof PARTS];
  const words: Words = {};
  const read: string[] = [];
  for (const [group, name] of Object.entries(files)) {
    const file = join(folder, lang, name);
    read.push(file);
    const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    words[group] = Object.fromEntries(Object.entries(all).filter(([key]) => takes(group, key)));
  }
  return { words, files: read };
}

/** The plugin over the folder of locales. */
export function wordsPlugin(folder: string): Plugin {
  return {
    name: "portolan-words",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [lang = "", part = ""] = id.slice(PREFIX.length + 1).split("/");
      const { words, files } = wordsOf(folder, lang, part);
      for (const file of files) this.addWatchFile(file);
      return `export const words = ${JSON.stringify(words)};`;
    },
  };
}
