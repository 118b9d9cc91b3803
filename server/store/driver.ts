/** Interface of a database engine, from which `build-database.ts` builds a `Database`. */
import type { Database, TxOptions } from "./database.ts";

export type Params = readonly (string | null)[];

/**
 * A connection inside a transaction. Either `commit` or `rollback` is called, exactly once, and releases the
 * connection. Statements run in the order of the calls, which need not await each other. After a failed statement, all
 * later ones fail and COMMIT rolls back.
 */
export interface Connection {
  run<R>(sql: string, params: Params): Promise<R[]>;
  /** Resolves when the commit is durable. @throws DatabaseError `08007` when its outcome is unknown */
  commit(): Promise<void>;
  /** Rolls back and releases the connection. Never throws. */
  rollback(): Promise<void>;
}
/** Result of one statement as of one instant, read in batches. */
export interface Cursor {
  /** Reads the next rows. Returns fewer than requested when the result ends. */
  fetch<R>(rows: number): Promise<R[]>;
  /** Closes the cursor. Called once, never throws. */
  close(): Promise<void>;
}
export interface Driver {
  engine: Database["engine"];
  about: string;
  run<R>(sql: string, params: Params): Promise<R[]>;
  begin(options?: TxOptions): Promise<Connection>;
  /** Opens a cursor. `signal` cancels the running statement if the engine supports it. */
  cursor(sql: string, params: Params, signal: AbortSignal | undefined): Promise<Cursor>;
  pool?: Database["pool"];
  close(): Promise<void>;
}

/**
 * Timeout in milliseconds of the statements of a cursor, one of which may sort all rows. On PGlite, only opening the
 * cursor has this timeout, because it computes the result.
 */
export const CURSOR_MS = 60_000;

/** Matches SELECT statements without FOR UPDATE, which change nothing and may be retried. */
export const READS = /^\s*select\b(?!.*\bfor\s+(?:no\s+key\s+)?update\b)/is;
