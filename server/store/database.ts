/**
 * The only way to the database. PGlite in a worker thread (embedded default) and PostgreSQL (`DATABASE_URL`) return the same values:
 * numeric, int8, date and timestamptz as strings (timestamptz as ISO 8601 in UTC), json as values.
 * SQL stays inside the portable dialect (`tests/server/dialect.test.ts` reads every text).
 */

/** An error of the database, the same for both engines. `code` is PostgreSQL's SQLSTATE (`23505`), also for lost connections (`08006`). */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  constructor(
    message: string,
    readonly code: string,
    /** Never values of the row: errors are logged. */
    readonly about: {
      constraint?: string | undefined;
      table?: string | undefined;
      column?: string | undefined;
      /** Columns of a violated unique index, with commas. */
      key?: string | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  /** Name of the constraint or unique index that was violated. */
  get constraint(): string | undefined {
    return this.about.constraint;
  }
}

/** Returns the error of a COMMIT that was not answered; `what`: what happened to the connection. */
export const createUnknownOutcome = (what: string, cause: unknown): DatabaseError =>
  new DatabaseError(`${what} during COMMIT; its outcome is unknown`, "08007", {}, { cause });

export interface Queries {
  /** Runs one statement with `$1`-style parameters and returns its rows. @throws DatabaseError with PostgreSQL's `code` */
  query<R = Record<string, any>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
/** Queries of a transaction: statements run in the order of the calls; concurrent ones (`Promise.all`) are sent together. */
export interface Tx extends Queries {
  /**
   * Runs a statement whose rows are not needed, without awaiting it: it is sent with the next one. When it fails, nothing is committed and `tx`
   * throws.
   */
  send(sql: string, params?: readonly unknown[]): void;
  /** Calls `fn` after COMMIT was acknowledged as durable; not after a rollback. */
  afterCommit(fn: () => void): void;
}
export interface TxOptions {
  /** Timeout of one statement in milliseconds, default 10 s; for schema changes. */
  statementMs?: number;
}
/** Options of a cursor. */
export interface CursorOptions {
  /** Maximum number of rows in memory. */
  batch: number;
  /** Cancels the statement; the generator throws the signal's reason. */
  signal?: AbortSignal | undefined;
}
export interface Database extends Queries {
  engine: "pglite" | "postgres";
  /** Engine, version and durability in one line, logged at the start. */
  about?: string;
  /**
   * Runs `fn` in a transaction; resolves when COMMIT is durable. Retries the whole function on 40001, 40P01 and lost connections with jitter for
   * at most 8 s, so `fn` must have no effect outside the database. An exception rolls back and is rethrown. A connection lost during COMMIT
   * throws `08007`: the outcome is unknown until the call is repeated with its idempotency key. Inside `fn` only `tx.query` may be used: `query`
   * and `tx` of the database throw there, because they would wait for the connection that `fn` has.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Reads the rows of one SELECT as of one instant, in batches: it is planned, sorted and run once. PostgreSQL reads them in a REPEATABLE READ,
   * READ ONLY transaction on its own connection; PGlite, which has one connection, materialises the result once, and other statements run
   * between the batches. Returning from the generator early frees everything. Throws inside `tx`.
   */
  cursor<R = Record<string, any>>(sql: string, params: readonly unknown[], options: CursorOptions): AsyncGenerator<R[]>;
  /** Reads rows by keyset pages, one statement each: `next` returns the statement for the rows after one. Each page is as of its own instant. */
  stream<R = Record<string, any>>(
    next: (after: R | undefined) => { sql: string; params: readonly unknown[] },
    batch: number,
  ): AsyncGenerator<R[]>;
  /** Connections of the pool, and statements waiting for one; absent without a pool. */
  pool?(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}
