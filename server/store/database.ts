/**
 * The one door to the database. PGlite in a worker thread (embedded default) and PostgreSQL (`DATABASE_URL`) answer alike:
 * numeric, int8, date and timestamptz come back as strings (timestamptz as ISO 8601 in UTC), json as values.
 * SQL stays inside the portable dialect (`tests/server/dialect.test.ts` reads every text).
 */

/** An error of the database, the same for both engines. `code` is PostgreSQL's SQLSTATE (`23505`), also for lost connections (`08006`). */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  constructor(
    message: string,
    readonly code: string,
    /** Never what the database says of the row itself: errors are logged. */
    readonly about: { constraint?: string; table?: string; column?: string } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  /** Name of the constraint or unique index that was violated. */
  get constraint(): string | undefined {
    return this.about.constraint;
  }
}

export interface Queries {
  /** Runs one statement with `$1`-style parameters; the rows. Throws `DatabaseError` with PostgreSQL's `code`. */
  query<R = Record<string, any>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
/** Inside a transaction statements run in the order in which they are asked for; those that are asked for at once (`Promise.all`) travel together. */
export interface Tx extends Queries {
  /** Runs a statement whose rows nobody needs, without waiting for it: it travels with what comes next. Where it fails, nothing is committed and `tx` throws. */
  send(sql: string, params?: readonly unknown[]): void;
  /** Runs after COMMIT was acknowledged as durable (to wake the worker). Not at all after a rollback. */
  afterCommit(fn: () => void): void;
}
export interface TxOptions {
  /** Longest time of one statement in milliseconds, default 10 s; for schema changes. */
  statementMs?: number;
}
/** How the rows of a cursor are read. */
export interface CursorOptions {
  /** Most rows at a time: no more are in memory. */
  batch: number;
  /** Ends the statement; the generator throws the signal's reason. */
  signal?: AbortSignal;
}
export interface Database extends Queries {
  engine: "pglite" | "postgres";
  /** Engine, version and durability in one line, for the log of the start. */
  about?: string;
  /**
   * BEGIN; fn; COMMIT (durable before it resolves). Retries the whole function on 40001, 40P01 and lost connections with jitter,
   * for at most 8 s; so `fn` has no effect outside the database. An exception rolls back and is thrown on. A connection lost during
   * COMMIT throws `08007`, because nobody knows how it ended; whoever asks again with the same idempotency key finds out. Inside `fn` only
   * `tx.query` may be used: `query` and `tx` of the database would wait for the connection that `fn` has, and throw instead.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * The rows of one SELECT as they stood at one instant, in batches: it is planned, sorted and run once. PostgreSQL reads them in a
   * REPEATABLE READ, READ ONLY transaction on a connection of its own; the embedded engine, which has one connection, writes the answer down once and
   * others take their turns between the batches. Ending the generator early frees everything. Not inside `tx`.
   */
  cursor<R = Record<string, any>>(sql: string, params: readonly unknown[], options: CursorOptions): AsyncGenerator<R[]>;
  /** Rows of many statements, a page each: `next` asks for what follows a row. Each page is of its own instant. */
  stream<R = Record<string, any>>(
    next: (after: R | undefined) => { sql: string; params: readonly unknown[] },
    batch: number,
  ): AsyncGenerator<R[]>;
  close(): Promise<void>;
}
