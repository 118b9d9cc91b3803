/**
 * The only access to the database. PGlite in a worker thread (the embedded default) and PostgreSQL (`DATABASE_URL`)
 * return the same values: numeric, int8, date and timestamptz as strings (timestamptz as ISO 8601 in UTC), and json as
 * parsed values. SQL must stay in the portable dialect (`tests/server/dialect.test.ts` checks every statement).
 */

import type { Row } from "@portolan/engine";
import type { RowOf } from "./sql-types.ts";

/**
 * A database error in the same form for both engines. `code` is an SQLSTATE such as `23505`. Errors without an SQLSTATE
 * of their own get one, such as `08006` for lost connections.
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
      /** Columns of the violated unique index, separated by commas. PGlite does not provide them. */
      key?: string | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  /** Name of the violated constraint or unique index, or undefined for other errors. */
  get constraint(): string | undefined {
    return this.about.constraint;
  }
}

/**
 * Returns the error for a COMMIT without a response. `what` begins its message, for example "the connection was lost".
 */
export const createUnknownOutcome = (what: string, cause: unknown): DatabaseError =>
  new DatabaseError(`${what} during COMMIT; its outcome is unknown`, "08007", {}, { cause });

export interface Queries {
  /**
   * Runs one statement with `$1`-style parameters and returns its rows, whose type is derived from its text.
   *
   * @throws DatabaseError with the SQLSTATE in `code`
   */
  query<const S extends string>(sql: S, params?: readonly unknown[]): Promise<RowOf<S>[]>;
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}
/**
 * Queries of a transaction. Statements run in the order of the calls, and concurrent ones (`Promise.all`) are sent
 * together.
 */
export interface Tx extends Queries {
  /**
   * Runs a statement without waiting for its result, which is discarded. It is sent together with the other statements
   * of the same tick. If it fails, the transaction is rolled back and `Database.tx` throws its error.
   */
  send(sql: string, params?: readonly unknown[]): void;
  /**
   * Writes an item at once or, in a shared transaction, together with the equal items of the other calls after all of
   * them have read and checked. It then resolves before the item is written, and later queries do not see it.
   *
   * @throws as `SetWrite.write`
   */
  write<T>(set: SetWrite<T>, item: T): Promise<void>;
  /** Calls `fn` once COMMIT is acknowledged as durable, but not after a rollback. */
  afterCommit(fn: () => void): void;
}
/** A kind of write, which is made with as many statements for the items of many calls as for one. */
export interface SetWrite<T> {
  /**
   * When it is made, so that all transactions lock rows in the same order: `claim` (what may be refused), `limit`
   * (counters), `money` (accounts), `chain` (heads of chains), `trail` (what records the change).
   */
  step: "claim" | "limit" | "money" | "chain" | "trail";
  /**
   * Returns the items that the stored rows would not allow if all were written in order. It only reads, so that `write`
   * must still be conditional. Omitted when items do not depend on each other.
   */
  findRefused?(db: Queries, items: readonly T[]): Promise<ReadonlySet<T>>;
  /**
   * Inserts the keys that must be free, before all other writes, and returns the items whose keys are taken. A shared
   * transaction calls it in place of `write`.
   */
  claim?(db: Queries, items: readonly T[]): Promise<ReadonlySet<T>>;
  /** Writes the items in order. @throws Failure or another error for the first item that is refused */
  write(tx: Pick<Tx, "query" | "send">, items: readonly T[]): Promise<void>;
}
export interface TxOptions {
  /**
   * Timeout of each statement in milliseconds. Default: 10 s, unless the PostgreSQL role has another
   * `statement_timeout`.
   */
  statementMs?: number;
  /**
   * Name of the work, which may share its transaction with other work that waits at the same time, but never with one
   * of the same name. Its function reads and checks, and writes only through `Tx.write`. Otherwise, or when it throws,
   * it runs again in a transaction of its own.
   */
  shared?: string | undefined;
}
export interface CursorOptions {
  /** Number of rows per batch. Only the last batch may be smaller. */
  batch: number;
  /**
   * Cancels the running statement on PostgreSQL. PGlite only stops before the next batch. The generator throws the
   * signal's reason.
   */
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
   * with its idempotency key. Inside `fn`, use only its `tx`: the methods of the database throw there, because they
   * would wait for the connection that `fn` uses.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Reads the rows of one SELECT as of one instant, in batches. The statement runs only once. PostgreSQL uses a
   * REPEATABLE READ, READ ONLY transaction on a separate connection. PGlite has only one connection, so it materialises
   * the result, and other statements run between the batches. Returning from the generator early releases all
   * resources. Throws inside `tx`.
   */
  cursor<R = Row>(sql: string, params: readonly unknown[], options: CursorOptions): AsyncGenerator<R[]>;
  /**
   * Reads rows by keyset pagination with one statement per page. `next` returns the statement for the rows after a
   * given row. Each page is read as of a different instant.
   */
  stream<R extends object = Row>(
    next: (after: R | undefined) => { sql: string; params: readonly unknown[] },
    batch: number,
  ): AsyncGenerator<R[]>;
  /**
   * Returns how many connections are in use and idle, and how many requests wait for one. PGlite has no pool and lacks
   * this method.
   */
  pool?(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}
