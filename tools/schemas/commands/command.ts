/** Model of a command of `npm run schemas`. */
import { suggest } from "../../../src/engine/compiler.ts";
import type { CompiledSchemas } from "../../../server/schemas/read.ts";
import type { Lang } from "../../../src/engine/index.ts";

export interface Context {
  /** Folder of schemas; `cases`: folder of fixtures. */
  dir: string;
  cases: string;
  /** Arguments: entities, calls, fields. */
  words: readonly string[];
  options: Options;
}
export interface Options {
  base: string;
  lang: Lang;
  /** Compares generated files instead of writing them. */
  check: boolean;
  /** Writes schemas in plain words of JSON Schema. */
  plain: boolean;
  /** Folder to write to. */
  out?: string;
  /** Part of a case's name. */
  name?: string;
  /** URL of a database, or folder of an embedded one. */
  db?: string;
  json: boolean;
}
/** 0: clean, 1: findings, 2: could not run. */
export interface Outcome {
  status: 0 | 1 | 2;
  text: string;
  /** The same, machine-readable. */
  json?: unknown;
}
/** Thrown when a command cannot run, with the reason. */
export class CannotRun extends Error {}

export interface Command {
  usage: string;
  does: string;
  run(context: Context): Outcome | Promise<Outcome>;
}

/** Returns the error for a name that is neither an entity nor a call. */
export function unknownName(name: string, known: readonly string[]): CannotRun {
  const meant = suggest(name, known);
  return new CannotRun(
    `there is no entity or call "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
  );
}

/**
 * Returns the named entities and calls.
 * @throws CannotRun for an unknown name
 */
export function named(words: readonly string[], { entities, calls }: CompiledSchemas): readonly string[] {
  const known = [...entities.keys(), ...calls.keys()];
  const stranger = words.find((word) => !known.includes(word));
  if (stranger !== undefined) throw unknownName(stranger, known);
  return words;
}
