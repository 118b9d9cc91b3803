/**
 * The only access to the database. PGlite in a worker thread (the embedded default) and PostgreSQL (`DATABASE_URL`)
 * return the same values: numeric, int8, date and timestamptz as strings (timestamptz as ISO 8601 in UTC), json as
 * values. SQL must stay in the portable dialect (`tests/server/dialect.test.ts` checks every statement).
 */

/**
 * An error of the database, the same for both engines. `code` is PostgreSQL's SQLSTATE (`23505`), also for lost
 * connections (`08006`).
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  constructor(
    message: string,
    readonly code: string,
    /** Details of the error. They never contain values of the row, because errors are logged. */
    readonly about: {
      constraint?: string | undefined;
      table?: string | undefined;
      column?: string | undefined;
      /** Columns of the violated unique index, separated by commas. */
      key?: string | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  /** Name of the violated constraint or unique index. */
  get constraint(): string | undefined {
    return this.about.constraint;
  }
}

/** Returns the error for a COMMIT without a response. `what`: what happened to the connection. */
export const createUnknownOutcome = (what: string, cause: unknown): DatabaseError =>
  new DatabaseError(`${what} during COMMIT; its outcome is unknown`, "08007", {}, { cause });

export interface Queries {
  /**
   * Runs one statement with `$1`-style parameters and returns its rows.
   *
   * @throws DatabaseError with PostgreSQL's `code`
   */
  query<R = Record<string, any>>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
/**
 * Queries of a transaction. Statements run in the order of the calls, and concurrent ones (`Promise.all`) are sent
 * together.
 */
export interface Tx extends Queries {
  /**
   * Runs a statement without returning rows, and without waiting: it is sent together with the next one. If it fails,
   * nothing is committed and `tx` throws.
   */
  send(sql: string, params?: readonly unknown[]): void;
  /** Calls `fn` once COMMIT is acknowledged as durable, and not after a rollback. */
  afterCommit(fn: () => void): void;
}
export interface TxOptions {
  /** Timeout of one statement in milliseconds, for schema changes. Default: 10 s. */
  statementMs?: number;
}
/** Options of a cursor. */
export interface CursorOptions {
  /** Maximum number of rows in memory. */
  batch: number;
  /** Cancels the statement. The generator throws the signal's reason. */
  signal?: AbortSignal | undefined;
}
export interface Database extends Queries {
  engine: "pglite" | "postgres";
  /** Engine, version and durability in one line, logged at startup. */
  about?: string;
  /**
   * Runs `fn` in a transaction and resolves when COMMIT is durable. Retries the whole function on 40001, 40P01 and lost
   * connections with jitter for at most 8 s, so `fn` must have no effects outside the database. An exception rolls back
   * and is rethrown. A connection lost during COMMIT throws `08007`: the outcome is unknown until the call is repeated
   * with its idempotency key. Inside `fn`, use only `tx.query`: `query` and `tx` of the database throw there, because
   * they would wait for the connection that `fn` holds.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Reads the rows of one SELECT as of one instant, in batches. It is planned, sorted and run once. PostgreSQL uses a
   * REPEATABLE READ, READ ONLY transaction on a separate connection. PGlite has only one connection, so it materialises
   * the result, and other statements run between the batches. Returning from the generator early releases all
   * resources. Throws inside `tx`.
   */
  cursor<R = Record<string, any>>(sql: string, params: readonly unknown[], options: CursorOptions): AsyncGenerator<R[]>;
  /**
   * Reads rows by keyset pagination with one statement per page. `next` returns the statement for the rows after a
   * given row. Each page is read as of a different instant.
   */
  stream<R = Record<string, any>>(
    next: (after: R | undefined) => { sql: string; params: readonly unknown[] },
    batch: number,
  ): AsyncGenerator<R[]>;
  /** Returns the number of connections in the pool, and of statements waiting for one; undefined without a pool. */
  pool?(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}
