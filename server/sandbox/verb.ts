/** What a verb of the operator is. */
import type { LifecycleContext } from "../lifecycle/context.ts";
import type { Books } from "../payments/monitor/books.ts";
import type { Database } from "../store/database.ts";
import type { SandboxClock } from "./clock.ts";
import type { SandboxFeed } from "./providers/market.ts";

/** What the verbs work on. */
export interface Desk {
  db: Database;
  clock: SandboxClock;
  feed: SandboxFeed;
  context: LifecycleContext;
  /** The check of the books. */
  books?: Pick<Books, "check" | "open">;
  /** Runs every job that is due. */
  drain(): Promise<number>;
  /** Empties the database and fills it again. */
  reset(): Promise<void>;
  seed(): Promise<boolean>;
}
/** Words after the verb, and its options. */
export interface Order {
  words: string[];
  options: Record<string, string>;
}
/** A verb used wrongly; the message says how it is used. */
export class Usage extends Error {}

/** One verb: how it is used, and what it does; answers plain JSON. */
export interface Verb {
  usage: string;
  run(desk: Desk, order: Order): Promise<unknown>;
}
