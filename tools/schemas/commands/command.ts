/** What a command of `npm run schemas` is. */
import { suggest } from "../../../src/engine/compiler.ts";
import type { CompiledSchemas } from "../../../server/schemas/read.ts";
import type { Lang } from "../../../src/engine/index.ts";

export interface Context {
  /** The folder of schemas, and that of the fixtures. */
  dir: string;
  cases: string;
  /** Words after the command: entities, calls, fields. */
  words: readonly string[];
  options: Options;
}
export interface Options {
  base: string;
  lang: Lang;
  /** Compare generated files instead of writing them. */
  check: boolean;
  /** Part of a case's name. */
  name?: string;
  /** Address of a database, or the folder of an embedded one. */
  db?: string;
  json: boolean;
}
/** 0: clean, 1: findings, 2: could not run. */
export interface Outcome {
  status: 0 | 1 | 2;
  text: string;
  /** The same for programs. */
  json?: unknown;
}
/** What keeps a command from running, in a sentence. */
export class CannotRun extends Error {}

export interface Command {
  usage: string;
  does: string;
  run(context: Context): Outcome | Promise<Outcome>;
}

/** For a name that is neither an entity nor a call. */
export function unknownName(name: string, known: readonly string[]): CannotRun {
  const meant = suggest(name, known);
  return new CannotRun(
    `there is no entity or call "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
  );
}

/** The entities and calls that were named. Throws `CannotRun` for one that there is not. */
export function named(words: readonly string[], { entities, calls }: CompiledSchemas): readonly string[] {
  const known = [...entities.keys(), ...calls.keys()];
  const stranger = words.find((word) => !known.includes(word));
  if (stranger !== undefined) throw unknownName(stranger, known);
  return words;
}
