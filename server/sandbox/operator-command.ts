import type { LifecycleContext } from "../lifecycle/context.ts";
import type { LedgerMonitor } from "../payments/monitor/ledger-monitor.ts";
import type { Database } from "../store/database.ts";
import type { SandboxClock } from "./clock.ts";
import type { SandboxFeed } from "../payments/rates/sandbox/market.ts";

/** Dependencies of the commands. */
export interface OperatorContext {
  db: Database;
  clock: SandboxClock;
  feed: SandboxFeed;
  context: LifecycleContext;
  monitor?: Pick<LedgerMonitor, "check" | "open"> | undefined;
  drain(): Promise<number>;
  reset(): Promise<void>;
  seed(): Promise<boolean>;
}
/** Arguments and options of a command. */
export interface CommandInput {
  words: string[];
  options: Record<string, string>;
}
/** Thrown for invalid arguments of a command. `message` is the reason. */
export class UsageError extends Error {}

/** A command: its usage, and a function whose result is plain JSON. */
export interface OperatorCommand {
  usage: string;
  run(desk: OperatorContext, order: CommandInput): Promise<unknown>;
}
