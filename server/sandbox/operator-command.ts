/** Types of the operator's commands. */
import type { LifecycleContext } from "../lifecycle/context.ts";
import type { LedgerMonitor } from "../payments/monitor/ledger-monitor.ts";
import type { Database } from "../store/database.ts";
import type { SandboxClock } from "./clock.ts";
import type { SandboxFeed } from "./providers/market.ts";

/** What commands work on. */
export interface OperatorContext {
  db: Database;
  clock: SandboxClock;
  feed: SandboxFeed;
  context: LifecycleContext;
  /** Verifies and opens merchants' ledgers. */
  monitor?: Pick<LedgerMonitor, "check" | "open"> | undefined;
  /** Runs every job that is due. */
  drain(): Promise<number>;
  /** Empties the database and seeds it. */
  reset(): Promise<void>;
  seed(): Promise<boolean>;
}
/** Words after the command's name, and its options. */
export interface CommandInput {
  words: string[];
  options: Record<string, string>;
}
/** Thrown for wrong usage of a command; `message` says why. */
export class UsageError extends Error {}

/** A command: its usage, and its work, which returns plain JSON. */
export interface OperatorCommand {
  usage: string;
  run(desk: OperatorContext, order: CommandInput): Promise<unknown>;
}
