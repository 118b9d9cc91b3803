/** Model of a verb of `portolan`. */
import type { Lang } from "../../src/engine/index.ts";
import type { Environment } from "../config/read.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Database } from "../store/database.ts";

/** Options of a verb as it declares them, for `node:util`'s `parseArgs`. */
export type Options = Readonly<Record<string, { type: "string" | "boolean"; does: string }>>;

/** What verbs need of the product. */
export interface ProductTools {
  /** Reads a folder of schemas. @throws SchemaErrors with every finding */
  readSchemas(dir: string): Schemas;
  /** Jobs that the product does itself. */
  ownJobs: ReadonlySet<string>;
  /** Statements of every table of no entity. */
  tables: readonly string[];
  /** Migrates stored data that SQL alone cannot migrate. Returns one line for each change. */
  upgrade(db: Database, schemas: Schemas): Promise<readonly string[]>;
  /** Proves the books of every tenant or of one, and returns what does not hold. */
  verifyBooks(
    db: Database,
    schemas: Schemas,
    merchant: string | undefined,
  ): Promise<readonly { rule: string; where: string; detail: string }[]>;
}

/** What a verb is run with. */
export interface Invocation {
  product: ProductTools;
  env: Environment;
  lang: Lang;
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** How a verb ended: exit status and text for the terminal. */
export interface Outcome {
  status: number;
  text: string;
  /** The text says why the verb could not run: it belongs on stderr. */
  refused?: true;
}

export interface Command {
  /** How it is called, without `portolan`. */
  usage: string;
  does: string;
  options?: Options;
  run(invocation: Invocation): Promise<Outcome>;
}

/** Thrown when a verb is called in a way that it does not understand; its usage follows the message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
