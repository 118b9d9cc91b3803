import type { LifecycleContext } from "../lifecycle/context.ts";
import type { Database } from "../store/database.ts";
import type { SandboxClock } from "./clock.ts";

/** Dependencies of the commands. */
export interface OperatorContext {
  db: Database;
  clock: SandboxClock;
  context: LifecycleContext;
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

/** A command: its usage, and a function whose result is plain JSON. `C` is what the product's commands need. */
export interface OperatorCommand<C extends OperatorContext = OperatorContext> {
  usage: string;
  run(desk: C, order: CommandInput): Promise<unknown>;
}

/** Commands of a product, by name. */
export type OperatorCommands<C extends OperatorContext> = Readonly<Record<string, OperatorCommand<C>>>;
