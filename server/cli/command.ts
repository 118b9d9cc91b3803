/** Model of a verb of `portolan`. */
import type { Lang } from "../../src/engine/index.ts";
import type { Config, Environment } from "../config/read.ts";
import type { SealedColumn } from "../core/sealed-column.ts";
import type { PaymentFiles } from "../desk/payment-file.ts";
import type { LifecycleContext, Vocabulary } from "../lifecycle/context.ts";
import type { Acts } from "../operators/proposals.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Database } from "../store/database.ts";
import type { Terminal } from "./terminal.ts";

/** What help says of a verb or an option: in both languages of terminals, or in English alone. */
export type HelpText = string | Readonly<Record<Lang, string>>;

/** Returns a help text in a language. */
export const textIn = (lang: Lang, text: HelpText): string => (typeof text === "string" ? text : text[lang]);

/** Options of a verb as it declares them, for `node:util`'s `parseArgs`. */
export type Options = Readonly<Record<string, { type: "string" | "boolean"; does: HelpText }>>;

/** What verbs need of the product. */
export interface ProductTools {
  /** Verbs of the product, by name. */
  commands?: Readonly<Record<string, Command>>;
  /** Reads a folder of schemas. @throws SchemaErrors with every finding */
  readSchemas(dir: string): Schemas;
  /** Jobs that the product does itself. */
  ownJobs: ReadonlySet<string>;
  /** Returns what executes the words of the schemas. */
  createVocabulary(settings: Pick<Config, "booksCloseMs">): Vocabulary;
  /** Returns the product's acts that two operators do together. */
  createActs(context: LifecycleContext): Acts;
  /** Formats of files of payments that wait at the desk. */
  paymentFiles: PaymentFiles;
  /** Columns of sealed texts outside of records. */
  sealedColumns: readonly SealedColumn[];
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
  /** Where passwords and codes are asked for that the environment does not have. */
  terminal: Terminal;
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
  does: HelpText;
  options?: Options;
  run(invocation: Invocation): Promise<Outcome>;
}

/** Thrown when a verb is called in a way that it does not understand; its usage follows the message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
