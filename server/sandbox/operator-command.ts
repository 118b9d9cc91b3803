/** What a verb of the operator is. */
import type { LifecycleContext } from "../lifecycle/context.ts";
import type { LedgerMonitor } from "../payments/monitor/ledger-monitor.ts";
import type { Database } from "../store/database.ts";
import type { SandboxClock } from "./clock.ts";
import type { SandboxFeed } from "./providers/market.ts";

/** What the verbs work on. */
export interface OperatorContext {
  db: Database;
  clock: SandboxClock;
  feed: SandboxFeed;
  context: LifecycleContext;
  /** The check of the books. */
  monitor?: Pick<LedgerMonitor, "check" | "open">;
  /** Runs every job that is due. */
  drain(): Promise<number>;
  /** Empties the database and fills it again. */
  reset(): Promise<void>;
  seed(): Promise<boolean>;
}
/** Words after the verb, and its options. */
export interface CommandInput {
  words: string[];
  options: Record<string, string>;
}
/** A verb used wrongly; the message says how it is used. */
export class UsageError extends Error {}

/** One verb: how it is used, and what it does; answers plain JSON. */
export interface OperatorCommand {
  usage: string;
  run(desk: OperatorContext, order: CommandInput): Promise<unknown>;
}
