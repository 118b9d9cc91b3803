/**
 * The words that belong to no field, in parts, so that a page waits for its own only: `virtual:words/<lang>/<part>` with the groups of
 * `locales/<lang>/` that the part needs. Every word is in exactly one part.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { compileSchemas } from "../server/product-schemas.ts";

const PREFIX = "virtual:words/";
/** By part, what it takes of which file: keys that begin so, or all that no other part takes. */
const PARTS = {
  /** Sign-in and every other page: the shell and forms. */
  first: {
    app: "shell.json",
    engine: "engine.json",
    takes: (group, key) =>
      group === "app" ? !INSIDE.test(key) && !ACCOUNT.test(key) : !RECORDS.test(key) && !IMPORT.test(key),
  },
  /** What a person sees after sign-in. */
  inside: {
    app: "shell.json",
    failures: "failures.json",
    takes: (group, key, said) => (group === "failures" ? said.has(key) : INSIDE.test(key)),
  },
  /** Lists, and records that are opened. */
  records: { engine: "engine.json", takes: (_group, key) => RECORDS.test(key) },
  import: { engine: "engine.json", takes: (_group, key) => IMPORT.test(key) },
  /** The person's devices and second factor. */
  account: { app: "shell.json", takes: (_group, key) => ACCOUNT.test(key) },
  /** The exchange, whose screens are written by hand. */
  swap: { app: "swap.json", takes: () => true },
  home: { app: "home.json", takes: () => true },
} satisfies Record<string, Part>;
/** By group the file, and what is taken of it; `said`: failures that the portal itself may name. */
type Part = Partial<Record<"app" | "engine" | "failures", string>> & {
  takes(group: string, key: string, said: ReadonlySet<string>): boolean;
};
/** Words of the shell that nothing says before a page is there. */
const INSIDE = /^idle\.|^(palette|bell)\.(?!open)|^crashed/;
const ACCOUNT = /^(sessions|validator|recovery)\.|^verification\.(?!name)/;
const RECORDS = /^(list|detail|filter|export|receipt)\./;
const IMPORT = /^import\./;

/** Failures that no answer words: what gates say, and what greys an event out (`Blocked` in `server/lifecycle/guard.ts`). */
const saidHere = (schemas: string): ReadonlySet<string> =>
  new Set([
    "makerIsChecker",
    ...[...compileSchemas(schemas).entities.values()].flatMap(({ plan }) => plan.gates.map(({ message }) => message)),
  ]);

type Words = Record<string, Record<string, string>>;

/** The words of one part, by group and key. Throws for a part that there is none of. */
export function wordsOf(
  folder: string,
  lang: string,
  part: string,
  said: () => ReadonlySet<string>,
): { words: Words; files: string[] } {
  if (!Object.hasOwn(PARTS, part))
    throw new Error(`there are no words "${part}"; there are ${Object.keys(PARTS).join(", ")}`);
  const { takes, ...files }: Part = PARTS[part as keyof typeof PARTS];
  const words: Words = {};
  const read: string[] = [];
  for (const [group, name] of Object.entries(files)) {
    const file = join(folder, lang, name);
    read.push(file);
    const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    words[group] = Object.fromEntries(
      Object.entries(all).filter(([key]) => takes(group, key, group === "failures" ? said() : NOBODY)),
    );
  }
  return { words, files: read };
}

const NOBODY: ReadonlySet<string> = new Set();

/** The plugin over the folder of locales; `schemas` is that of the schemas. */
export function wordsPlugin(folder: string, schemas: string): Plugin {
  return {
    name: "portolan-words",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [lang = "", part = ""] = id.slice(PREFIX.length + 1).split("/");
      const { words, files } = wordsOf(folder, lang, part, () => saidHere(schemas));
      for (const file of files) this.addWatchFile(file);
      return `export const words = ${JSON.stringify(words)};`;
    },
  };
}
