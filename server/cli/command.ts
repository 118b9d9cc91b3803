/** Types of a `portolan` verb. */
import type { Lang } from "../../src/engine/index.ts";
import type { Config, Environment } from "../config/read.ts";
import type { SealedColumn } from "../core/sealed-column.ts";
import type { PaymentFiles } from "../manual-provider/payment-file.ts";
import type { LifecycleContext, Vocabulary } from "../lifecycle/context.ts";
import type { OperatorActions } from "../operators/proposals.ts";
import type { Check } from "../readiness.ts";
import type { OwnDocuments } from "../records/check-document.ts";
import type { UpgradeOptions } from "../product.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Database } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";
import type { Placements } from "../store/distribution/placement.ts";
import type { Terminal } from "./terminal.ts";

/** Help text of a verb or an option in both terminal languages. */
export type HelpText = Readonly<Record<Lang, string>>;

/** Options that a verb declares for `parseArgs` of `node:util`. */
export type Options = Readonly<Record<string, { type: "string" | "boolean"; description: HelpText }>>;

/** Functions and data that a product provides to verbs. */
export interface ProductTools {
  /** Additional verbs, by name. */
  commands?: Readonly<Record<string, Command>>;
  /** Reads a folder of schemas. @throws SchemaErrors with all findings */
  readSchemas(dir: string): Schemas;
  /** Kinds of jobs that the product handles. */
  ownJobs: ReadonlySet<string>;
  /** Probes the product's external services other than providers. */
  probeOthers?(choices: Config["providers"]): Promise<readonly Check[]>;
  /** Returns the executors and fact loaders for the keywords in the schemas. */
  createVocabulary(settings: Pick<Config, "booksCloseMs">): Vocabulary;
  /** Returns the product's operations that need two operators. */
  createActions(context: LifecycleContext): OperatorActions;
  /** Formats of the payment files that the desk exports. */
  paymentFiles: PaymentFiles;
  /** Columns outside records that contain sealed values. */
  sealedColumns: readonly SealedColumn[];
  /** Statements that create the tables that belong to no entity. */
  tables: readonly string[];
  /** Placement of the tables in a distributed database. */
  placements: Placements;
  /** Migrates stored data that SQL alone cannot migrate. Returns one line per change. */
  upgrade(db: Database, schemas: Schemas, options: UpgradeOptions): Promise<readonly string[]>;
  /** Sources of entities without a table. */
  rowSources: RowSources;
  /** Fields that the check codes of the product's own documents cover, by entity. */
  documents: OwnDocuments;
  /** Verifies the books of one tenant or all tenants and returns the findings. */
  verifyBooks(db: Database, schemas: Schemas, merchant: string | undefined): Promise<readonly BookFinding[]>;
  /** Lists what operators should know about the books of one tenant or all tenants, although they hold. */
  listBookNotices(db: Database, schemas: Schemas, merchant: string | undefined): Promise<readonly BookFinding[]>;
}

/** Something found in the books: the rule, the tenant or record, and the figures. */
export interface BookFinding {
  rule: string;
  where: string;
  detail: string;
}

/** Context in which a verb runs. */
export interface Invocation {
  product: ProductTools;
  env: Environment;
  lang: Lang;
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Prompts for passwords and codes that are not set in the environment. */
  terminal: Terminal;
}

/** Result of a verb: the exit status, and the text to print. */
export interface Outcome {
  status: number;
  text: string;
  /** Set when `text` is an error message, which is printed to stderr. */
  refused?: true;
}

export interface Command {
  /** Usage line, without `portolan`. */
  usage: string;
  description: HelpText;
  options?: Options;
  run(invocation: Invocation): Promise<Outcome>;
}

/** Thrown when the arguments of a verb are invalid. The verb's usage is printed after the message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
