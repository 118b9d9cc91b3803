/** Types of a `portolan` verb. */
import type { Lang } from "@portolan/engine";
import type { Config, Environment } from "../config/read.ts";
import type { SealedColumn } from "../core/sealed-column.ts";
import type { PaymentFiles } from "../manual-provider/payment-file.ts";
import type { LifecycleContext, Vocabulary } from "../lifecycle/context.ts";
import type { OperatorActions } from "../operators/proposals.ts";
import type { Check } from "../app/readiness.ts";
import type { Accounts } from "../session/accounts.ts";
import type { OwnDocuments } from "../records/check-document.ts";
import type { UpgradeOptions } from "../app/product.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import type { RowSources } from "../store/read-records.ts";
import type { Placements } from "../store/distribution/placement.ts";
import type { Terminal } from "./terminal.ts";

/** Functions and data that a product provides to verbs. */
export interface ProductTools {
  /** Additional verbs, by name. */
  verbs?: Verbs;
  /** Help texts of these verbs and their options. */
  help?: HelpTexts;
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
  /** Tables of tenants and users. */
  accounts: Accounts;
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

/** Context in which an action runs. */
export interface Invocation {
  product: ProductTools;
  env: Environment;
  lang: Lang;
  /** Values of the given options. */
  options: Readonly<Partial<Record<string, string>>>;
  /** Names of the given options that take no value. */
  flags: ReadonlySet<string>;
  /** Prompts for passwords and codes that are not set in the environment. */
  terminal: Terminal;
}

/** Exit status of an action, and the text to print. */
export interface Outcome {
  status: number;
  text: string;
  /** Set when `text` is an error message, which is printed to stderr. */
  refused?: true;
}

/** Result of an action. A text alone has the exit status 0. */
export type Result = string | Outcome;

/**
 * One action of a verb.
 *
 * @example
 * { usages: ["jobs retry <id> [--operator <name>]"], run: async ({ lang }, id) => retry(id) }
 */
export interface Action {
  /**
   * Alternative usage lines, without `portolan`. They declare the action's arguments and options: those in brackets may
   * be omitted, and an option takes a value if one is written after it.
   */
  usages: readonly string[];
  /** Runs the action with its arguments. @throws UsageError and Refused with a translated message */
  run(invocation: Invocation, ...args: string[]): Promise<Result>;
}

/** Actions of each verb. Without arguments, a verb runs its action `list` if it has one. */
export type Verbs = Readonly<Record<string, readonly Action[]>>;

/** Descriptions of verbs (`jobs`) and options (`jobs --state`, or `--why` for all verbs). */
export type HelpTexts = Readonly<Record<Lang, Readonly<Partial<Record<string, string>>>>>;

/** Thrown when the arguments of an action are invalid. The verb's usage is printed after the message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Thrown when an action is refused. Only the message is printed, and the exit status is 1. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** Formats rows as lines of cells, or returns `none` if there are no rows. */
export const formatRows = (rows: readonly (readonly unknown[])[], none: string): string =>
  rows.length === 0 ? none : rows.map((cells) => cells.join("  ").trimEnd()).join("\n");

/** Formats names and values as lines, with the values aligned. */
export function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
