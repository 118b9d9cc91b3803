/** What a command of `npm run schemas` is. */
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
export interface Command {
  usage: string;
  does: string;
  run(context: Context): Outcome | Promise<Outcome>;
}
