/** Interface of the `npm run schemas` commands. */
import { suggest } from "@portolan/engine/compiler";
import type { CompiledSchemas } from "@portolan/engine/folder";
import type { Lang } from "@portolan/engine";

export interface Context {
  /** Folder of schemas, and of fixtures in `cases`. */
  dir: string;
  cases: string;
  /** Positional arguments: entities, calls or fields. */
  args: readonly string[];
  options: Options;
}
export interface Options {
  base: string;
  lang: Lang;
  /** Compares generated files instead of writing them. */
  check: boolean;
  /** Writes schemas with standard JSON Schema keywords only. */
  plain: boolean;
  /** Output folder or file. */
  out?: string;
  /** Clone of the official test suite. */
  from?: string;
  /** Part of a case's name, to select cases. */
  name?: string;
  /** Database URL, or folder of an embedded database. */
  db?: string;
  json: boolean;
}
/** Exit code: 0 clean, 1 findings, 2 could not run. */
export interface Outcome {
  status: 0 | 1 | 2;
  text: string;
  /** Machine-readable form of the output. */
  json?: unknown;
}
/** Thrown when a command cannot run; the message states why. */
export class CannotRun extends Error {}

export interface Command {
  usage: string;
  description: string;
  run(context: Context): Outcome | Promise<Outcome>;
}

/** Creates the error for a name that is neither an entity nor a call. */
export function createUnknownNameError(name: string, candidates: readonly string[]): CannotRun {
  const meant = suggest(name, candidates);
  return new CannotRun(
    `there is no entity or call "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
  );
}

/**
 * Returns the entities and calls named by the arguments.
 * @throws CannotRun for an unknown name
 */
export function readNames(args: readonly string[], { entities, calls }: CompiledSchemas): readonly string[] {
  const known = [...entities.keys(), ...calls.keys()];
  const stranger = args.find((keyword) => !known.includes(keyword));
  if (stranger !== undefined) throw createUnknownNameError(stranger, known);
  return args;
}
