/** Interface of an engine. `build-database.ts` makes a `Database` of it. */
import type { Database, TxOptions } from "./database.ts";

export type Params = readonly (string | null)[];

/**
 * A connection inside a transaction, released by `commit` or `rollback`; neither is called twice. Statements run in the order of the calls, which
 * need not await each other; after a failed one the others fail, and COMMIT rolls back.
 */
export interface Connection {
  run<R>(sql: string, params: Params): Promise<R[]>;
  /** Resolves when the commit is durable. Throws `08007` when its outcome is unknown. */
  commit(): Promise<void>;
  /** Rolls back and releases; never throws. */
  rollback(): Promise<void>;
}
/** Result of one statement, as of one instant, read in batches. */
export interface Cursor {
  /** Reads the next rows; fewer than requested at the end. */
  fetch<R>(rows: number): Promise<R[]>;
  /** Closes the cursor; called once, never throws. */
  close(): Promise<void>;
}
export interface Driver {
  engine: Database["engine"];
  about: string;
  run<R>(sql: string, params: Params): Promise<R[]>;
  begin(options?: TxOptions): Promise<Connection>;
  /** Opens a cursor. `signal` cancels the running statement where the engine can. */
  cursor(sql: string, params: Params, signal: AbortSignal | undefined): Promise<Cursor>;
  pool?: Database["pool"];
  close(): Promise<void>;
}

/** Timeout of one statement of a cursor in milliseconds: the first sorts all rows. */
export const CURSOR_MS = 60_000;

/** Matches statements that change nothing and may be retried. */
export const READS = /^\s*select\b(?!.*\bfor\s+(?:no\s+key\s+)?update\b)/is;
